package io.foreread.it.contract;

import io.foreread.agent.readahead.ReadAhead;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Collects the cases of a matrix as dynamic tests. */
final class Cases {
    /** The code of one case, which throws an exception if the case fails. */
    interface Body {
        void run() throws Exception;
    }

    private final List<DynamicTest> tests = new ArrayList<>();

    void check(String name, Body body) {
        tests.add(DynamicTest.dynamicTest(name, () -> run(body)));
    }

    Stream<DynamicTest> tests() {
        return tests.stream();
    }

    /**
     * Runs one case with {@code read-ahead=on}, {@code decompress-ahead=off} and default values of the other settings.
     * Checks that the case releases the memory that it allocates.
     */
    static void run(Body body) throws Exception {
        ReadAhead readAhead = ReadAhead.instance();
        readAhead.enabled(true);
        readAhead.mode(ReadAhead.Mode.ON);
        readAhead.blockBytes(ReadAhead.DEFAULT_BLOCK_BYTES);
        readAhead.budgetBytes(ReadAhead.DEFAULT_BUDGET_BYTES);
        readAhead.overlap(true);
        readAhead.skipIndex(true);
        ReadPath.INLINE.choose();
        long allocatedBytes = readAhead.bytesInUse();
        body.run();
        Mismatch.unlessEqual("allocated bytes after the case", allocatedBytes, readAhead.bytesInUse());
    }
}
