package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/** Reads a file that a setting names. Error messages have the key of the setting, the file and the problem. Stateless. */
public final class OperatorFile {
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

    /** Reads the content of a file. */
    public interface Reading<T> {
        /** @throws IOException with a message that the caller puts after the name of the file */
        T read(Path file) throws IOException, GeneralSecurityException;
    }
}
