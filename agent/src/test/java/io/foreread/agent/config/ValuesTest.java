package io.foreread.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    private static final String ALLOWED = "1KiB to 2GiB";

    private static long bytes(String value) {
        return Values.bytes(value, 1L << 10, 2L << 30, 1, ALLOWED);
    }

    @ParameterizedTest
    @CsvSource({
        "1024, 1024",
        "1024B, 1024",
        "1KiB, 1024",
        "3 KiB, 3072",
        "2MiB, 2097152",
        "1GiB, 1073741824",
        "2GiB, 2147483648"
    })
    void readsSizesWithinTheLimits(String value, long bytes) {
        assertThat(bytes(value)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1023", "2147483649", "0", "-1", "1KB", "1kib", "1.5MiB", "", "KiB", "1234567890123456"})
    void rejectsEverythingElseWithTheAllowedValues(String value) {
        assertThatThrownBy(() -> bytes(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("allowed are 1KiB to 2GiB, such as 256KiB, 64MiB or 1048576");
    }

    @Test
    void aSizeMustBeAMultipleOfTheStep() {
        assertThat(Values.bytes("8192", 0, 1 << 20, 4096, "0 to 1MiB")).isEqualTo(8192);
        assertThatThrownBy(() -> Values.bytes("8193", 0, 1 << 20, 4096, "0 to 1MiB"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("allowed are 0 to 1MiB in steps of 4096 bytes, such as");
    }

    @Test
    void aSizeThatExceedsALongIsRejected() {
        assertThat(Values.bytes("8589934591GiB", 0, Long.MAX_VALUE, 1, "0 and up"))
                .isEqualTo(8589934591L << 30);
        assertThatThrownBy(() -> Values.bytes("8589934592GiB", 0, Long.MAX_VALUE, 1, "0 and up"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
