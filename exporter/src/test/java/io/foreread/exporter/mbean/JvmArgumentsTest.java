package io.foreread.exporter.mbean;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmArgumentsTest {
    @ParameterizedTest
    @CsvSource({"4096, 4096", "4k, 4096", "512M, 536870912", "2g, 2147483648", "1T, 1099511627776", "0, 0"})
    void sizesAreInBytesWithAnyUnitOfTheJvm(String size, long bytes) {
        assertThat(new JvmArguments(List.of("-Xmx" + size)).bytes("-Xmx")).isEqualTo(bytes);
    }

    @Test
    void theLastOfSeveralOptionsIsValid() {
        JvmArguments arguments = new JvmArguments(List.of("-Xmx1g", "-Xms3g", "-Xmx2g"));
        assertThat(arguments.bytes("-Xmx")).isEqualTo(2L << 30);
    }

    @ParameterizedTest
    @CsvSource({"-Xms1g", "-Xmx", "-Xmx1x", "-Xmx-1", "-Xmx1234567890123"})
    void anOptionThatIsMissingOrNoSizeHasNoBytes(String argument) {
        assertThat(new JvmArguments(List.of(argument)).bytes("-Xmx")).isNull();
    }
}
