package io.foreread.it.bench.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BodyTest {
    @Test
    void countsSamplesAndFamiliesOfABody() throws IOException {
        String text =
                """
                # HELP a_total Number of things. The word TYPE is not counted.
                # TYPE a_total counter
                a_total{x="# TYPE"} 1
                a_total{x="y"} 2
                # TYPE b gauge
                # UNIT b seconds
                b 1
                # EOF
                """;

        Body body = Body.count(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 5);

        assertThat(body).isEqualTo(new Body(5, text.length(), 3, 2));
    }
}
