package io.foreread.it.contract;

import io.foreread.agent.readahead.ReadAhead;
import java.io.PrintStream;

/** Runs cases and prints one line for each: {@code ok <case>} or {@code FAIL <case>: why}. */
final class Report {
    /** What is to hold. */
    interface Body {
        void run() throws Exception;
    }

    private final PrintStream out;
    private int cases;

    Report(PrintStream out) {
        this.out = out;
    }

    int cases() {
        return cases;
    }

    void check(String name, Body body) {
        cases++;
        try {
            run(body);
            out.println("ok " + name);
        } catch (Exception | Error e) {
            out.println("FAIL " + name + ": " + (e instanceof Mismatch ? e.getMessage() : trace(e)));
        }
    }

    /**
     * One case by itself, which throws if it does not hold. It starts with the defaults, but with nothing decompressed
     * ahead, and ends with no more memory lent than before.
     */
    static void run(Body body) throws Exception {
        ReadAhead readAhead = ReadAhead.instance();
        readAhead.enabled(true);
        readAhead.mode(ReadAhead.Mode.ON);
        readAhead.blockBytes(ReadAhead.DEFAULT_BLOCK_BYTES);
        readAhead.budgetBytes(ReadAhead.DEFAULT_BUDGET_BYTES);
        readAhead.overlap(true);
        readAhead.skipIndex(true);
        Way.ALONE.choose();
        long lentBytes = readAhead.lentBytes();
        body.run();
        Mismatch.unlessEqual("bytes lent in the end", lentBytes, readAhead.lentBytes());
    }

    private static String trace(Throwable e) {
        StringBuilder text = new StringBuilder(e.toString());
        for (int i = 0; i < Math.min(12, e.getStackTrace().length); i++)
            text.append(" < ").append(e.getStackTrace()[i]);
        return text.toString().replace('\n', ' ');
    }
}
