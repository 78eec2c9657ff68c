package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdleCoresTest {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private double load;
    private int looks;
    private long nanos = Long.MAX_VALUE - SECOND_NANOS;

    private IdleCores of(int cores) {
        return new IdleCores(
                () -> {
                    looks++;
                    if (load > 1) throw new IllegalStateException("a gauge that is broken");
                    return load;
                },
                cores,
                () -> nanos);
    }

    private boolean anyAfterASecond(IdleCores idle, double load) {
        this.load = load;
        nanos += SECOND_NANOS;
        return idle.any();
    }

    @ParameterizedTest(name = "of {0} cores: begin up to {1}, go on up to {2}")
    @CsvSource({"1, 0.25, 0.75", "2, 0.625, 0.875", "4, 0.75, 0.875", "16, 0.75, 0.875"})
    void beginsWithAQuarterAndGoesOnWithAnEighth(int cores, double begins, double goesOn) {
        IdleCores idle = of(cores);
        assertThat(anyAfterASecond(idle, begins + 0.001)).isFalse();
        assertThat(anyAfterASecond(idle, begins)).isTrue();
        assertThat(anyAfterASecond(idle, goesOn)).isTrue();
        assertThat(anyAfterASecond(idle, goesOn + 0.001)).isFalse();
        assertThat(anyAfterASecond(idle, goesOn)).isFalse();
    }

    @Test
    void looksOnceASecond() {
        IdleCores idle = of(2);
        load = 0.1;
        assertThat(idle.any()).isTrue();
        load = 1;
        nanos += SECOND_NANOS - 1;
        assertThat(idle.any()).isTrue();
        assertThat(looks).isOne();
        nanos++;
        assertThat(idle.any()).isFalse();
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void zeroMeansThatTheClockHasNotTickedSinceSomebodyElseAsked() {
        IdleCores idle = of(2);
        assertThat(anyAfterASecond(idle, 0)).isFalse();
        assertThat(anyAfterASecond(idle, 0.1)).isTrue();
        assertThat(anyAfterASecond(idle, 0)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"-1", "NaN", "2"})
    void nothingIsIdleWhereNothingIsTold(double unknown) {
        IdleCores idle = of(2);
        assertThat(anyAfterASecond(idle, 0.1)).isTrue();
        assertThat(anyAfterASecond(idle, unknown)).isFalse();
    }

    @Test
    @Timeout(60)
    void thisJvmTellsOfItsMachine() {
        double told = IdleCores.systemLoad();
        // The first answer covers no time, and this loop is a load.
        while (!(told > 0)) told = IdleCores.systemLoad();
        assertThat(told).isLessThanOrEqualTo(1);
    }
}
