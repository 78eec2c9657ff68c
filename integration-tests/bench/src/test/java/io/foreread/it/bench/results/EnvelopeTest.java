package io.foreread.it.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.foreread.it.fixture.CassandraVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvelopeTest {
    private record Round(int round, String contender, double seconds, @Nullable Long blockedMillis) {}

    private record Data(List<Round> rounds) {}

    private static final Data DATA = new Data(List.of(new Round(1, "a", 0.1 + 0.2, null), new Round(2, "a", 3, 4L)));

    @TempDir
    private Path directory;

    @Test
    void aFileContainsTheFactsAboutTheRunAndTheValuesOfEachRound() throws IOException {
        Instant before = Instant.now();
        Path file = write();
        JsonNode json = Json.MAPPER.readTree(file.toFile());

        assertThat(json.get("schema").asInt()).isEqualTo(Envelope.SCHEMA);
        assertThat(json.get("bench").asText()).isEqualTo("startup");
        assertThat(json.get("command").asText()).isEqualTo("./bench startup --rounds 2");
        assertThat(json.get("commit").asText()).matches("[0-9a-f]{40}|unknown");
        assertThat(json.get("clean").isBoolean()).isTrue();
        assertThat(Instant.parse(json.get("date").asText())).isBetween(before.minusSeconds(1), Instant.now());
        assertThat(json.at("/machine/cores").asInt())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(json.at("/machine/memory_bytes").asLong()).isGreaterThan(100L << 20);
        assertThat(json.at("/machine/cpu").asText()).isNotEmpty();
        assertThat(json.get("kernel").asText()).isEqualTo(System.getProperty("os.version"));
        assertThat(json.get("jdk").asText()).matches("\\d+\\..+");
        assertThat(json.at("/releases/0").asText()).isEqualTo("4.1.10");
        assertThat(json.at("/data/rounds/0/seconds").asDouble()).isEqualTo(0.1 + 0.2);
        assertThat(json.at("/data/rounds/0/blocked_millis").isNull()).isTrue();
    }

    @Test
    void eachRoundIsOnOneLine() throws IOException {
        assertThat(Files.readString(write()))
                .contains(
                        "\n      { \"round\" : 2, \"contender\" : \"a\", \"seconds\" : 3.0, \"blocked_millis\" : 4 }\n");
    }

    @Test
    void aFileIsReadAsItWasWritten() throws IOException {
        Envelope envelope = Envelope.read(write());

        assertThat(Json.MAPPER.treeToValue(envelope.data(), Data.class)).isEqualTo(DATA);
        assertThat(envelope.releases()).containsExactly("4.1.10");
    }

    @Test
    void withoutTheOptionNoFileIsWritten() throws IOException {
        ResultFile.none().write(List.of(), DATA);

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theLineAboutARunStatesWhetherTheCheckoutHadChanges() {
        assertThat(envelope(true).words())
                .isEqualTo("`./bench startup` on 2026-11-25, commit 01234567, Cassandra 4.1.10, 5.0.9, JDK 17.0.15,"
                        + " Linux 6.18, 2 cores of a CPU, 24 GiB\n");
        assertThat(envelope(false).words()).contains("commit 01234567 with other changes, ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{|file.json: Unexpected end-of-input",
                "[]|file.json has the schema 0 instead of 1",
                "{\"schema\": 2}|file.json has the schema 2 instead of 1",
                "{\"schema\": 1}|file.json: Missing creator property 'bench' (index 1)",
                "{\"schema\": 1} x|file.json: Unrecognized token",
                "{\"schema\": 1, \"extra\": 1}|file.json: Missing creator property 'bench' (index 1)",
            })
    void aMalformedFileIsReported(String content, String message) throws IOException {
        Path file = directory.resolve("file.json");
        Files.writeString(file, content);

        assertThatThrownBy(() -> Envelope.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void failedTurnsAreWrittenAndPartOfTheLineAboutTheRun() throws IOException {
        Path file = directory.resolve("file.json");
        ResultFile results = new ResultFile(file, "startup", "./bench startup");
        results.addFailure("4.1-foreread in round 2", "WRONG ROWS\nmore");
        results.write(List.of(), DATA);

        assertThat(Envelope.read(file).words()).endsWith("; failed: 4.1-foreread in round 2: WRONG ROWS\n");
    }

    @Test
    void aFileWithoutAListOfFailuresIsRead() throws IOException {
        Path file = write();
        Files.writeString(file, Files.readString(file).replaceFirst("\"failures\" : \\[ *\\],", ""));

        assertThat(Files.readString(file)).doesNotContain("failures");
        assertThat(Envelope.read(file).failures()).isEmpty();
    }

    @Test
    void anUnknownPropertyIsReported() throws IOException {
        Path file = write();
        Files.writeString(file, Files.readString(file).replace("\"kernel\"", "\"core\" : 1, \"kernel\""));

        assertThatThrownBy(() -> Envelope.read(file)).hasMessageStartingWith("file.json: Unrecognized field \"core\"");
    }

    @Test
    void aMissingFileIsReported() {
        assertThatThrownBy(() -> Envelope.read(directory.resolve("absent.json")))
                .hasMessage("there is no file absent.json");
    }

    @Test
    void theMachineIsReadFromProc() {
        assertThat(Machine.of(
                        "processor\t: 0\nmodel name\t: A CPU @ 2GHz\nmodel name\t: other\n",
                        2,
                        "MemTotal:       25165824 kB\nMemFree: 1 kB\n"))
                .isEqualTo(new Machine("A CPU @ 2GHz", 2, 24L << 30));
        assertThat(Machine.of("", 2, "")).isEqualTo(new Machine(System.getProperty("os.arch"), 2, 0));
    }

    private Path write() {
        Path file = directory.resolve("file.json");
        new ResultFile(file, "startup", "./bench startup --rounds 2")
                .write(List.of(CassandraVersion.of("4.1.10"), CassandraVersion.of("4.1.10")), DATA);
        return file;
    }

    private static Envelope envelope(boolean clean) {
        return new Envelope(
                Envelope.SCHEMA,
                "startup",
                "./bench startup",
                "0123456789012345678901234567890123456789",
                clean,
                "2026-11-25T18:00:00Z",
                new Machine("a CPU", 2, 24L << 30),
                "6.18",
                "17.0.15",
                List.of("4.1.10", "5.0.9"),
                List.of(),
                Json.MAPPER.createObjectNode());
    }
}
