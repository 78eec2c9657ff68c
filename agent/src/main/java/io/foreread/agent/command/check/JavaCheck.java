package io.foreread.agent.command.check;

import io.foreread.agent.command.node.NodeProcess;
import java.io.IOException;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Determines the Java version of the node. */
final class JavaCheck implements Check {
    private static final String NAME = "Java";
    private static final int MIN_FEATURE = 8;

    @Override
    public Finding of(CheckedNode node) {
        String version = version(node);
        if (version == null)
            return new Finding(
                    NAME,
                    "unknown",
                    Verdict.OK,
                    "The Java of the node is not visible here. Foreread needs Java " + MIN_FEATURE + " or later, as"
                            + " Cassandra does.");
        String value = node.process() == null ? version + ", which runs this command" : version;
        return feature(version) >= MIN_FEATURE
                ? new Finding(NAME, value, Verdict.OK, "Foreread needs Java " + MIN_FEATURE + " or later.")
                : new Finding(
                        NAME,
                        value,
                        Verdict.PROBLEM,
                        "Foreread needs Java " + MIN_FEATURE + " or later. Run the node with a newer Java.");
    }

    private static @Nullable String version(CheckedNode node) {
        NodeProcess process = node.process();
        if (process == null) return System.getProperty("java.version");
        Object live = node.live(ManagementFactory.RUNTIME_MXBEAN_NAME, "SpecVersion");
        String ofHome = ofHome(process.javaHome());
        return ofHome != null ? ofHome : live == null ? null : live.toString();
    }

    /**
     * Reads the version from the file {@code release} of a JDK. In Java 8, the file is in the directory above the JRE.
     */
    private static @Nullable String ofHome(@Nullable Path home) {
        for (Path each = home; each != null && !each.equals(each.getRoot()); each = each.getParent()) {
            Path file = each.resolve("release");
            if (!Files.isRegularFile(file)) continue;
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                return null;
            }
            String version = properties.getProperty("JAVA_VERSION");
            return version == null ? null : version.replace("\"", "").trim();
        }
        return null;
    }

    /** 8 for 1.8.0_392 and 17 for 17.0.9. */
    static int feature(String version) {
        String feature = version.replaceFirst("^1\\.", "").replaceFirst("\\D.*", "");
        return feature.isEmpty() ? MIN_FEATURE : Integer.parseInt(feature);
    }
}
