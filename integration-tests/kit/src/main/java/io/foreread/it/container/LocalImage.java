package io.foreread.it.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.images.builder.Transferable;

/**
 * An image that is built on this machine. Its tag contains a digest of the Dockerfile, of the scripts, and of the names
 * and sizes of its files, so that an image is built again only if they have changed.
 */
final class LocalImage {
    private static final int EXECUTABLE = 0b111_101_101;

    private final String name;
    private final String dockerfile;
    private final SortedMap<String, Path> files = new TreeMap<>();
    private final SortedMap<String, String> scripts = new TreeMap<>();

    /** @param name repository and readable part of the tag, with a colon in between */
    LocalImage(String name, String dockerfile) {
        this.name = name;
        this.dockerfile = dockerfile;
    }

    /**
     * Adds a file for COPY. The tag depends on the name and size of the file but not on its content, so a changed file
     * needs another name.
     */
    LocalImage file(String path, Path file) {
        files.put(path, file);
        return this;
    }

    /** Adds an executable file for COPY. */
    LocalImage script(String path, String text) {
        scripts.put(path, text);
        return this;
    }

    /** Builds the image if the engine does not have it yet, and returns its name with the complete tag. */
    String built() {
        String full = name + "-" + content();
        if (Engine.hasImage(full)) return full;
        ImageFromDockerfile image = new ImageFromDockerfile(full, false).withFileFromString("Dockerfile", dockerfile);
        files.forEach(image::withFileFromPath);
        scripts.forEach((path, text) -> image.withFileFromTransferable(path, Transferable.of(text, EXECUTABLE)));
        return image.get();
    }

    private String content() {
        return digest(dockerfile
                + files.entrySet().stream()
                        .map(file -> file.getKey() + " " + file.getValue().getFileName() + " " + size(file.getValue())
                                + "\n")
                        .reduce("", String::concat)
                + scripts);
    }

    /** A short hash for names. */
    static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
