package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VaryingNameTest {
    @Test
    void aVaryingNameMatchesTextBetweenItsEnds() {
        VaryingName name = VaryingName.of("a*z");
        assertThat(name.varies()).isTrue();
        assertThat(name).hasToString("a*z");
        assertThat(name.varyingPart("abcz")).isEqualTo("bc");
        assertThat(name.varyingPart("abz")).isEqualTo("b");
        for (String other : List.of("az", "abc", "bbz", "z"))
            assertThat(name.varyingPart(other)).isNull();
        VaryingName plain = VaryingName.of("ab");
        assertThat(plain.varies()).isFalse();
        assertThat(plain).hasToString("ab");
        assertThat(plain.varyingPart("ab")).isEmpty();
        assertThat(plain.varyingPart("abc")).isNull();
    }
}
