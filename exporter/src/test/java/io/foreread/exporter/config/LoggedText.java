package io.foreread.exporter.config;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Captures what is logged. The tests log to stderr. */
public final class LoggedText {
    private LoggedText() {}

    /** Runs an action, and returns all text that is written to stderr in the meantime. */
    public static String of(Runnable action) {
        PrintStream err = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(err);
        }
        return logged.toString(StandardCharsets.UTF_8);
    }
}
