package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/** Reads a file that a setting names. Error messages have the key of the setting, the file and the problem. Stateless. */
public final class OperatorFile {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private OperatorFile() {}

    /** @throws IOException if the file cannot be used; the message is for an operator */
    public static <T> T read(String key, Path file, Reading<T> reading) throws IOException {
        try {
            return reading.read(file);
        } catch (NoSuchFileException e) {
            throw new IOException(key + ": " + file + " does not exist", e);
        } catch (AccessDeniedException e) {
            throw new IOException(key + ": " + file + " is not readable by this user", e);
        } catch (CharacterCodingException e) {
            throw new IOException(key + ": " + file + " is not UTF-8", e);
        } catch (IOException e) {
            throw new IOException(key + ": " + file + " " + e.getMessage(), e);
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new IOException(key + ": " + file + " cannot be used: " + e, e);
        }
    }

    /** Reads the lines of a text file in UTF-8, without the byte order mark that some editors put at its beginning. */
    public static List<String> lines(Path file) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.UTF_8));
        if (!lines.isEmpty() && lines.get(0).startsWith(BYTE_ORDER_MARK))
            lines.set(0, lines.get(0).substring(BYTE_ORDER_MARK.length()));
        return lines;
    }

    /** Reads the content of a file. */
    public interface Reading<T> {
        /** @throws IOException with a message that the caller puts after the name of the file */
        T read(Path file) throws IOException, GeneralSecurityException;
    }
}
