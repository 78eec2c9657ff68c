package io.foreread.it.container;

import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.JavaHomes;
import io.foreread.it.fixture.JavaHomes.JavaHome;
import io.foreread.it.fixture.JvmFlags;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Provides a container image of each release. The images have the same layout and environment variables as the official
 * images, as far as tests use them: configuration in {@code /etc/cassandra}, data in {@code /var/lib/cassandra}, {@code
 * JVM_EXTRA_OPTS}, nodetool on the path. By default the images are built on this machine. {@code
 * -Dcassandra.images=official} uses the images of Docker Hub instead, and {@code -Dcassandra.image=cassandra:4.1} uses
 * the given image for all releases of the line in its tag.
 */
public final class CassandraImages {
    private static final boolean OFFICIAL =
            System.getProperty("cassandra.images", "").equals("official");
    private static final String GIVEN = System.getProperty("cassandra.image", "");
    private static final String DAEMON =
            """
            #!/bin/sh
            # $JVM_EXTRA_OPTS is not quoted, so that the shell splits it into options.
            exec %3$s %1$s -javaagent:/opt/cassandra/lib/%2$s \\
              -Dcassandra-foreground=yes -Dcassandra.jmx.local.port=7199 \\
              -Dcassandra.config=file:///etc/cassandra/cassandra.yaml \\
              -Dlogback.configurationFile=/etc/cassandra/logback.xml \\
              -Dcassandra.storagedir=/var/lib/cassandra $JVM_EXTRA_OPTS \\
              -cp '/opt/cassandra/lib/*' org.apache.cassandra.service.CassandraDaemon
            """;
    // nodetool puts brackets around an IPv4 address, which newer Java versions reject by default.
    private static final String NODETOOL =
            """
            #!/bin/sh
            exec %2$s -Xmx128m %1$s -Dcom.sun.jndi.rmiURLParsing=legacy \\
              -cp '/opt/cassandra/lib/*' org.apache.cassandra.tools.NodeTool "$@"
            """;

    private CassandraImages() {}

    /**
     * Returns the reason why no image can be provided and what to do; empty if one can be provided. The check is fast.
     */
    public static Optional<String> missing() {
        return Engine.missing().or(() -> javaIsSelectable() ? ImageParts.missing() : Optional.empty());
    }

    /** Whether the Java version of an image can be selected. It cannot be selected for an official or given image. */
    public static boolean javaIsSelectable() {
        return !OFFICIAL && GIVEN.isEmpty();
    }

    /**
     * Returns the reason why no image with a Java from a Debian package can be provided and what to do; empty if one
     * can be provided. The first call installs the packages.
     */
    public static Optional<String> missingJava() {
        if (!javaIsSelectable())
            return Optional.of("the Java version of an official or given image cannot be selected");
        Optional<String> missing = missing();
        if (missing.isPresent()) return missing;
        try {
            ImageParts.debianWithJavas();
            return Optional.empty();
        } catch (IllegalStateException | UncheckedIOException e) {
            // Only Debian unstable has old versions of Java, and a package can be missing there for some days.
            return Optional.of("no image with Java " + ImageParts.PACKAGED_JAVAS + ": " + e.getMessage());
        }
    }

    /** The feature number of the Java that an image has by default; 0 if it is not known without the image. */
    public static int defaultJava(CassandraVersion version) {
        return javaIsSelectable() ? JavaHomes.forRelease(version).feature() : 0;
    }

    /** Returns the name of an image that exists or that the engine can pull. The first call for a release builds it. */
    static String of(CassandraVersion version) {
        if (GIVEN.contains(":" + version.line())) return GIVEN;
        if (OFFICIAL) return "cassandra:" + version;
        JavaHome java = JavaHomes.forRelease(version);
        return built(version, java.feature(), java(java), "/opt/java/bin/java");
    }

    /**
     * Returns the name of an image whose Java comes from a Debian package.
     *
     * @param java the feature number of Java, such as 11
     */
    static String of(CassandraVersion version, int java) {
        // The shell replaces the asterisk by the architecture.
        return built(version, java, packagedJavas(), "/usr/lib/jvm/java-" + java + "-openjdk-*/bin/java");
    }

    private static synchronized String built(
            CassandraVersion version, int javaFeature, String base, String executable) {
        String flags = String.join(" ", JvmFlags.of(version, javaFeature));
        LocalImage image = new LocalImage(
                "foreread/cassandra:" + version + "-java" + javaFeature,
                """
                FROM %s
                COPY lib /opt/cassandra/lib
                COPY bin /usr/local/bin
                EXPOSE 7000 7199 9042
                ENTRYPOINT ["cassandra"]
                """
                        .formatted(base));
        List<Path> jars = CassandraArtifacts.inBuildDirectory().classPath(version);
        for (Path jar : jars) image.file("lib/" + jar.getFileName(), jar);
        Path jamm = CassandraArtifacts.named(jars, "jamm").getFileName();
        return image.script("bin/cassandra", DAEMON.formatted(flags, jamm, executable))
                .script("bin/nodetool", NODETOOL.formatted(flags, executable))
                .built();
    }

    /** Returns the name of an image with all Java versions from Debian packages, and without Cassandra. */
    static synchronized String packagedJavas() {
        return new LocalImage(
                        "foreread/java:packaged",
                        """
                        FROM scratch
                        ADD debian.tar /
                        """)
                .file("debian.tar", ImageParts.debianWithJavas())
                .built();
    }

    private static String java(JavaHome java) {
        return new LocalImage(
                        "foreread/java:" + java.feature(),
                        """
                        FROM scratch
                        ADD debian.tar /
                        ADD java.tar /opt/java/
                        """)
                .file("debian.tar", ImageParts.debian())
                .file("java.tar", ImageParts.java(java))
                .built();
    }
}
