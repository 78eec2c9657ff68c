package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinesTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, all, 3.11 4.0 4.1 5.0 6.0",
                "3.11, 6.0, all, 3.11 4.0 4.1 5.0 6.0",
                "4.1, -, 4.1 to 6.0, 4.1 5.0 6.0",
                "-, 4.0, 3.11 to 4.0, 3.11 4.0",
                "5.0, 5.0, 5.0, 5.0",
                "3.11, 3.11, 3.11, 3.11"
            })
    void linesAreARange(String since, String until, String text, String lines) {
        Lines range = Lines.between(since, until);
        assertThat(range).hasToString(text);
        assertThat(Lines.KNOWN).filteredOn(range::has).containsExactly(lines.split(" "));
        assertThat(range.has("7.0")).isFalse();
    }

    @Test
    void twoRangesAreJoined() {
        Lines old = Lines.between(null, "4.0");
        Lines current = Lines.between("5.0", "5.0");
        assertThat(old.to(current)).hasToString("3.11 to 5.0");
        assertThat(current.to(old)).hasToString("3.11 to 5.0");
    }

    @ParameterizedTest
    @CsvSource({
        "3.11.19, 3.11",
        "4.1, 4.1",
        "5.0-beta1, 5.0",
        "6.0-alpha2-SNAPSHOT, 6.0",
        "4.10, 4.10",
        "unknown, unknown",
        "4, 4"
    })
    void theLineOfAReleaseIsItsFirstTwoNumbers(String release, String line) {
        assertThat(Lines.lineOf(release)).isEqualTo(line);
    }
}
