package io.foreread.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.readahead.ReadAhead;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadAheadControlTest {
    private final ReadAhead readAhead = ReadAhead.instance();
    private final ReadAheadMXBean control = new ReadAheadControl(readAhead);

    @AfterEach
    void restoreTheDefaults() {
        readAhead.mode(ReadAhead.Mode.AUTO);
        readAhead.decompressAhead(ReadAhead.Mode.AUTO);
    }

    @Test
    void decompressAheadIsSpelledAsInTheConfiguration() {
        assertThat(control.getDecompressAhead()).isEqualTo("auto");
        control.setDecompressAhead("ON");
        assertThat(readAhead.decompressAhead()).isEqualTo(ReadAhead.Mode.ON);
        assertThat(control.getDecompressAhead()).isEqualTo("on");
        control.setDecompressAhead("false");
        assertThat(control.getDecompressAhead()).isEqualTo("off");
        assertThat(control.getMode()).isEqualTo("auto");
    }

    @Test
    void saysWhichAttributeIsWrongAndWhatItMayBe() {
        assertThatThrownBy(() -> control.setDecompressAhead("always"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("decompress-ahead 'always' is not allowed; allowed are auto, on and off");
        assertThatThrownBy(() -> control.setMode("sometimes"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mode 'sometimes' is not allowed; allowed are auto, on and off");
        assertThat(readAhead.decompressAhead()).isEqualTo(ReadAhead.Mode.AUTO);
        assertThat(readAhead.mode()).isEqualTo(ReadAhead.Mode.AUTO);
    }

    @Test
    void aHookThatHasDoneItsWorkCannotBeSwitched() {
        assertThatThrownBy(() -> control.switchHook("cassandra-daemon", false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hooks.cassandra-daemon");
        assertThatThrownBy(() -> control.switchHook("nothing", false)).hasMessageStartingWith("no hook 'nothing'");
    }
}
