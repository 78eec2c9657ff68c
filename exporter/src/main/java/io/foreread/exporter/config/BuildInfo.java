package io.foreread.exporter.config;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Version and revision of this build. Immutable. */
public final class BuildInfo {
    private final String version;
    private final String revision;

    public BuildInfo(String version, String revision) {
        this.version = version;
        this.revision = revision;
    }

    /** Reads {@code io/foreread/build.properties}, which the build generates. Without this file, both values are "unknown". */
    public static BuildInfo ofThisJar() {
        Properties properties = new Properties();
        try (InputStream in = BuildInfo.class.getResourceAsStream("/io/foreread/build.properties")) {
            if (in != null) properties.load(in);
        } catch (IOException ignored) {
            // Ignored: the version is only a label.
        }
        return new BuildInfo(
                properties.getProperty("version", "unknown"), properties.getProperty("revision", "unknown"));
    }

    public String version() {
        return version;
    }

    public String revision() {
        return revision;
    }
}
