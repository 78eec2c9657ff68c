package io.foreread.exporter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTextTest {
    @Test
    void nestedValuesAreIndented() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("none", null);
        map.put("numbers", List.of(1, 2.5));
        map.put("empty", List.of(Map.of(), List.of()));
        map.put("file", Path.of("a/b"));
        map.put("valid", true);
        assertThat(JsonText.of(map))
                .isEqualTo(
                        """
                        {
                          "none": null,
                          "numbers": [
                            1,
                            2.5
                          ],
                          "empty": [
                            {},
                            []
                          ],
                          "file": "a/b",
                          "valid": true
                        }""");
    }

    @Test
    void quotesControlCharactersAndLettersOutsideOfAsciiAreEscaped() {
        assertThat(JsonText.of("a\"b\\c\n\u00e9\u007f")).isEqualTo("\"a\\\"b\\\\c\\u000a\\u00e9\\u007f\"");
    }
}
