package io.foreread.it.container;

import io.foreread.it.fixture.JavaHomes.JavaHome;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of images that are built without a registry: the root file system of a Debian that debootstrap creates, and
 * a Java of this machine. Both are tar files that are created once and kept in {@code ~/.cache/foreread} or the
 * directory of {@code -Dforeread.cache}.
 */
final class ImageParts {
    private static final String SUITE = "bookworm";
    /** The only suite of Debian that has packages of all {@link #PACKAGED_JAVAS}. */
    private static final String SUITE_OF_JAVAS = "sid";

    /** The feature numbers of the Java versions in {@link #debianWithJavas}. */
    static final List<Integer> PACKAGED_JAVAS = List.of(8, 11, 21);

    private static final String MIRROR = "http://deb.debian.org/debian";
    /** The keys that sign Debian's packages. */
    private static final Path KEYS = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");

    private static final Path CACHE = Path.of(
                    System.getProperty("foreread.cache", System.getProperty("user.home") + "/.cache/foreread"))
            .toAbsolutePath();

    private ImageParts() {}

    /** Returns the reason why {@link #debian} cannot be created and what to do; empty if it can be created. */
    static Optional<String> missing() {
        if (Files.exists(debianTar())) return Optional.empty();
        if (!Shell.isRoot())
            return Optional.of("no base image yet: debootstrap needs root, so run this once with sudo,"
                    + " or use -Dcassandra.images=official");
        return Shell.has("debootstrap") && Files.exists(KEYS)
                ? Optional.empty()
                : Optional.of("no base image: install debootstrap and debian-archive-keyring,"
                        + " or use -Dcassandra.images=official");
    }

    /** The minimal Debian. Cassandra only needs sh and the C++ library. */
    static synchronized Path debian() {
        return make(debianTar(), work -> debootstrap(work, SUITE, ""));
    }

    /**
     * A minimal Debian with the Java versions that this machine may lack, in {@code /usr/lib/jvm}.
     *
     * @throws IllegalStateException if the packages cannot be installed; the message has the output of debootstrap
     */
    static synchronized Path debianWithJavas() {
        String versions = PACKAGED_JAVAS.stream().map(String::valueOf).collect(Collectors.joining("-"));
        return make(CACHE.resolve("debian-" + SUITE_OF_JAVAS + "-java-" + versions + ".tar"), work -> {
            String packages = PACKAGED_JAVAS.stream()
                    .map(feature -> "openjdk-" + feature + "-jre-headless")
                    .collect(Collectors.joining(",", "--include=", ""));
            return debootstrap(work, SUITE_OF_JAVAS, packages);
        });
    }

    private static String[] debootstrap(Path work, String suite, String included) {
        Path root = work.resolve("root");
        // Without --force-check-gpg, debootstrap installs unverified packages if the keys are missing.
        Shell.run(Stream.of(
                        "debootstrap",
                        "--force-check-gpg",
                        "--keyring=" + KEYS,
                        "--variant=minbase",
                        included,
                        suite,
                        root.toString(),
                        MIRROR)
                .filter(argument -> !argument.isEmpty())
                .toArray(String[]::new));
        return new String[] {
            "tar",
            "--exclude=./var/cache/apt/*",
            "--exclude=./var/lib/apt/lists/*",
            "--exclude=./usr/share/doc/*",
            "--exclude=./usr/share/man/*",
            "--exclude=./usr/share/locale/*",
            "-C",
            root.toString()
        };
    }

    private static Path debianTar() {
        return CACHE.resolve("debian-" + SUITE + "-minbase.tar");
    }

    /**
     * Returns a tar file of the Java, without development files. Symbolic links, which in Debian's packages point to
     * other directories, are replaced by the files that they point to.
     */
    static synchronized Path java(JavaHome java) {
        Path tar = CACHE.resolve("java-" + java.feature() + "-" + LocalImage.digest(release(java)) + ".tar");
        return make(tar, work -> new String[] {
            "tar",
            "--dereference",
            "--exclude=./jmods",
            "--exclude=src.zip",
            "--exclude=./demo",
            "--exclude=./docs",
            "--exclude=./man",
            "-C",
            java.path().toString()
        });
    }

    private static String release(JavaHome java) {
        try {
            return Files.readString(java.path().resolve("release"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Recipe {
        /**
         * Prepares the directory and returns the tar command without {@code -cf}, the name of the tar file and its
         * input.
         */
        String[] packing(Path work);
    }

    private static Path make(Path tar, Recipe recipe) {
        if (Files.exists(tar)) return tar;
        try {
            Files.createDirectories(CACHE);
            // The lock lets one of several JVMs create the file, and the others wait. Closing the channel releases it.
            try (FileChannel channel =
                    FileChannel.open(CACHE.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                return Files.exists(tar) ? tar : makeNow(tar, recipe);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + tar, e);
        }
    }

    private static Path makeNow(Path tar, Recipe recipe) throws IOException {
        Path work = Files.createTempDirectory(CACHE, "making-");
        try {
            Path part = work.resolve("part.tar");
            Shell.run(Stream.concat(Stream.of(recipe.packing(work)), Stream.of("-cf", part.toString(), "."))
                    .toArray(String[]::new));
            return Files.move(part, tar, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Shell.run("rm", "-rf", "--one-file-system", work.toString());
        }
    }
}
