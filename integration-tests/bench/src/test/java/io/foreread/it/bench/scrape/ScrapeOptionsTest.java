package io.foreread.it.bench.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.fixture.CassandraRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ScrapeOptionsTest {
    @TempDir
    Path directory;

    @Test
    void aLineSelectsItsNewestReleaseAndDuplicatesAreIgnored() {
        ScrapeOptions options = options("0", "5.0", "idle", "foreread");

        assertThat(options.releases())
                .containsExactly(CassandraRelease.newestOf("5.0").version());
        assertThat(ScrapeOptions.of(
                                List.of(200, 0, 200),
                                List.of("5.0.4"),
                                List.of("busy", "idle", "busy"),
                                List.of(),
                                3,
                                3,
                                ResultFile.none(),
                                jar())
                        .tables())
                .containsExactly(200, 0);
    }

    @Test
    void anExporterIsMeasuredWithAllItsConfigurations() {
        assertThat(options("0", "5.0", "idle", "foreread").contenders())
                .containsExactly(
                        ExporterVariant.FOREREAD_DEFAULT,
                        ExporterVariant.FOREREAD_ALL,
                        ExporterVariant.FOREREAD_DIALECT);
    }

    @ParameterizedTest
    @EnumSource
    void everyContenderCanBeSelected(ExporterVariant contender) throws IOException {
        Files.createFile(jar());
        String config = contender.config().isEmpty() ? "" : ":" + contender.config();

        assertThat(options("0", "5.0", "idle", contender.exporter() + config).contenders())
                .containsExactly(contender);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"JMX_EXPORTER.*", "COLLECTOR.*"},
            mode = EnumSource.Mode.MATCH_ANY)
    void everyOtherExporterHasAConfigurationFile(ExporterVariant contender) {
        assertThat(PeerFiles.class.getResource("jmx_exporter_" + contender.config() + ".yml"))
                .isNotNull();
    }

    @Test
    void theStandaloneExporterIsAvailableIfItIsBuilt() throws IOException {
        assertThat(all().contenders()).hasSize(ExporterVariant.values().length - 1);
        Files.createFile(jar());

        assertThat(all().contenders()).containsExactly(ExporterVariant.values());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-1|5.0|idle|none|--tables: -1 is not between 0 and 5000",
                "5001|5.0|idle|none|--tables: 5001",
                "0|5.9|idle|none|'5.9' is no Cassandra version",
                "0|5.0|heavy|none|--load: 'heavy' is neither idle nor busy",
                "0|5.0|idle|telegraf|'telegraf' is none of none, foreread",
                "0|5.0|idle|foreread-standalone|build it with",
            })
    void wrongOptionsAreRejectedBeforeTheMeasurement(
            String tables, String release, String load, String exporter, String message) {
        assertThatThrownBy(() -> options(tables, release, load, exporter))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aMedianNeedsThreeScrapes() {
        assertThatThrownBy(() ->
                        ScrapeOptions.of(List.of(0), List.of(), List.of(), List.of(), 3, 2, ResultFile.none(), jar()))
                .hasMessageContaining("--scrapes");
    }

    private ScrapeOptions all() {
        return ScrapeOptions.of(List.of(0), List.of("5.0"), List.of("idle"), List.of(), 3, 3, ResultFile.none(), jar());
    }

    private ScrapeOptions options(String tables, String release, String load, String exporter) {
        return ScrapeOptions.of(
                List.of(Integer.parseInt(tables)),
                List.of(release),
                List.of(load),
                List.of(exporter),
                3,
                30,
                ResultFile.none(),
                jar());
    }

    private Path jar() {
        return directory.resolve("foreread-exporter.jar");
    }
}
