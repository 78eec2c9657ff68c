package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BuildInfoTest {
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>foreread</artifactId>\\s*<version>([^<]+)</version>");

    @Test
    void versionIsThatOfThePom() throws IOException {
        Matcher pom = VERSION.matcher(Files.readString(Path.of("../pom.xml")));
        assertThat(pom.find()).isTrue();
        assertThat(BuildInfo.ofThisJar().version()).isEqualTo(pom.group(1));
    }

    @Test
    void revisionIsACommitOrUnknown() {
        assertThat(BuildInfo.ofThisJar().revision()).matches("unknown|[0-9a-f]{7,40}");
    }
}
