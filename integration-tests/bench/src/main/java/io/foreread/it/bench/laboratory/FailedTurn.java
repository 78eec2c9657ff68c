package io.foreread.it.bench.laboratory;

import io.foreread.it.bench.load.PreparedTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown if the turn of a contender failed. The message contains the reason and the directory of the logs. */
public final class FailedTurn extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private FailedTurn(@Nullable String message, RuntimeException cause) {
        super(message, cause);
    }

    /**
     * Creates the exception and moves the logs of the node, because the storage of the node is deleted.
     *
     * @param storage the storage of the node, with a directory {@code logs}
     * @param kept the directory to which the logs are moved; its previous content is deleted
     */
    static FailedTurn of(@Nullable String why, RuntimeException cause, Path storage, Path kept) {
        Path logs = storage.resolve("logs");
        if (!Files.isDirectory(logs)) return new FailedTurn(why, cause);
        try {
            PreparedTables.deleteTree(kept);
            Files.createDirectories(kept.getParent());
            Files.move(logs, kept);
        } catch (IOException | UncheckedIOException e) {
            return new FailedTurn(why + " (the node's logs could not be kept: " + e.getMessage() + ")", cause);
        }
        return new FailedTurn(why + System.lineSeparator() + "logs of the node: " + kept, cause);
    }
}
