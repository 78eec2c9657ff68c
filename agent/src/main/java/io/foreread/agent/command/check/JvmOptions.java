package io.foreread.agent.command.check;

import io.foreread.agent.command.node.NodeProcess;
import io.foreread.exporter.mbean.JvmArguments;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JVM options of a node, from its process or from the files beside its {@code cassandra.yaml}. Immutable. */
final class JvmOptions {
    private final JvmArguments options;
    private final boolean complete;

    private JvmOptions(List<String> options, boolean complete) {
        this.options = new JvmArguments(options);
        this.complete = complete;
    }

    static JvmOptions of(NodeProcess process) {
        return new JvmOptions(process.arguments(), true);
    }

    /**
     * Reads the options files in the directory of a cassandra.yaml. Files that cannot be read are left out. Options that
     * {@code cassandra-env.sh} adds are not known here.
     */
    static JvmOptions beside(Path yaml) {
        List<String> lines = new ArrayList<>();
        Path directory = yaml.toAbsolutePath().getParent();
        File[] files = directory == null
                ? null
                : directory.toFile().listFiles((parent, name) -> name.matches("jvm(-server)?\\.options"));
        if (files != null) for (File file : files) lines.addAll(lines(file.toPath()));
        return new JvmOptions(lines, false);
    }

    private static List<String> lines(Path file) {
        List<String> lines = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) lines.add(line.trim());
        } catch (IOException ignored) {
            // Treated as a missing file.
        }
        return lines;
    }

    /** Whether all options are known, so that a missing option has the default of the JVM. */
    boolean complete() {
        return complete;
    }

    /** The text after the prefix, in the last option that starts with this prefix, or null. */
    @Nullable
    String option(String prefix) {
        return options.option(prefix);
    }

    /** The size in bytes that {@link #option} returns as text; null if the option is missing or not a size. */
    @Nullable
    Long bytes(String prefix) {
        return options.bytes(prefix);
    }
}
