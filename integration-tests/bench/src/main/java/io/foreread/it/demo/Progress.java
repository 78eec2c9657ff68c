package io.foreread.it.demo;

import java.io.PrintStream;
import java.util.Locale;

/** One line per step: rewritten in place on a terminal, printed when done elsewhere. Safe for several threads. */
public final class Progress {
    private static final int TITLE_COLUMNS = 50;
    private static final long REDRAW_NANOS = 100_000_000;
    private static final long REPEAT_NANOS = 15_000_000_000L;

    private final PrintStream out;
    private final boolean terminal;
    private String title = "";
    private long started;
    private long shown;

    public Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Begins a step. */
    public synchronized void step(String name) {
        title = name;
        started = System.nanoTime();
        shown = started;
        if (terminal) draw("...");
    }

    /** Shows how far the step is. */
    public synchronized void at(long done, long total) {
        long now = System.nanoTime();
        if (now - shown < (terminal ? REDRAW_NANOS : REPEAT_NANOS)) return;
        shown = now;
        String text = String.format(Locale.ROOT, "%3d %%", total == 0 ? 100 : Math.min(100, done * 100 / total));
        if (terminal) draw(text);
        else out.println(line(text));
    }

    /** Shows how long the step has taken, where nobody knows how far it is. */
    public synchronized void waiting() {
        long now = System.nanoTime();
        if (now - shown < (terminal ? REDRAW_NANOS : REPEAT_NANOS)) return;
        shown = now;
        String text = String.format(Locale.ROOT, "%d s", (now - started) / 1_000_000_000);
        if (terminal) draw(text);
        else out.println(line(text));
    }

    /** Ends the step. */
    public synchronized void done(String result) {
        String text = String.format(Locale.ROOT, "%s (%.1f s)", result, (System.nanoTime() - started) / 1e9);
        if (terminal) draw(text + "\n");
        else out.println(line(text));
    }

    private void draw(String text) {
        // Back to the first column, and clear to the end of the line.
        out.print("\r\033[K" + line(text));
        out.flush();
    }

    private String line(String text) {
        return "  " + title + " " + ".".repeat(Math.max(2, TITLE_COLUMNS - title.length())) + " " + text;
    }
}
