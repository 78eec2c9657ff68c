package io.foreread.it.bench.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The content of a file with results: the run that measured them, and the measured values of each round or window.
 *
 * @param schema the version of this format, {@link #SCHEMA}
 * @param bench the name of the benchmark, such as {@code compaction}
 * @param command the command line
 * @param commit the commit of the checkout when the run began; {@code unknown} outside of a git checkout
 * @param clean whether the checkout had no other changes than files in docs/results
 * @param date the time when the run began, in UTC, such as {@code 2026-11-25T18:00:00Z}
 * @param kernel the version of the kernel
 * @param jdk the version of the JDK of the nodes
 * @param releases the releases of Cassandra that were measured
 * @param failures the turns that failed and have no values, with the reasons
 * @param data the measured values, whose form depends on the benchmark
 */
public record Envelope(
        int schema,
        String bench,
        String command,
        String commit,
        boolean clean,
        String date,
        Machine machine,
        String kernel,
        String jdk,
        List<String> releases,
        List<String> failures,
        JsonNode data) {
    /** The version of the format. It changes if earlier files cannot be read any more. */
    public static final int SCHEMA = 1;

    private static final String FAILURES = "failures";
    private static final int SHORT_COMMIT = 8;

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if the file does not exist, or is not a file of results of this version; the message
     *     contains the name of the file
     */
    public static Envelope read(Path file) {
        if (!Files.isRegularFile(file)) throw new IllegalArgumentException("there is no file " + file.getFileName());
        try {
            JsonNode json = Json.MAPPER.readTree(file.toFile());
            int schema = json.path("schema").asInt();
            if (schema != SCHEMA)
                throw new IllegalArgumentException(
                        file.getFileName() + " has the schema " + schema + " instead of " + SCHEMA);
            // Earlier files have no list of failures.
            if (json instanceof ObjectNode run && !run.has(FAILURES)) run.putArray(FAILURES);
            return Json.MAPPER.treeToValue(json, Envelope.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file.getFileName() + ": " + Json.reason(e), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file.getFileName() + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The line that documents the run, in Markdown. */
    public String words() {
        return String.format(
                Locale.ROOT,
                "`%s` on %s, commit %s%s, %sJDK %s, Linux %s, %s%s%n",
                command,
                date.substring(0, Math.min(date.length(), "2026-11-25".length())),
                commit.substring(0, Math.min(commit.length(), SHORT_COMMIT)),
                clean ? "" : " with other changes",
                releases.isEmpty() ? "" : "Cassandra " + String.join(", ", releases) + ", ",
                jdk,
                kernel,
                machine.words(),
                failures.isEmpty() ? "" : "; failed: " + String.join("; ", failures));
    }
}
