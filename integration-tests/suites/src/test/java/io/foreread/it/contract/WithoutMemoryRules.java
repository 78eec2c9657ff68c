package io.foreread.it.contract;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.util.Collections;
import java.util.stream.Stream;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that scans use the stock reader if the budget has no memory for them or read-ahead is off, and that every byte
 * is charged to the rate limiter once.
 */
@Tag("matrix")
class WithoutMemoryRules {
    @TestFactory
    Stream<DynamicTest> aReaderWithoutMemoryIsTheStockReader() {
        Cases cases = new Cases();
        SstableFile file = RuleFiles.large();
        for (Mode mode : Readings.modes())
            for (AccessPattern reading : AccessPattern.values()) {
                cases.check(
                        Readings.name(file, mode, reading, "without memory"),
                        () -> readsWithout(file, mode, reading, null));
                cases.check(
                        Readings.name(file, mode, reading, "without memory limited"),
                        () -> readsWithout(file, mode, reading, RateLimiter.create(1e12)));
            }
        cases.check(Readings.name(file, "memory for one of two scans"), () -> readsWithMemoryForOne(file));
        cases.check(Readings.name(file, "keeps to the rate limit"), () -> keepsRate(file));
        cases.check(Readings.name(file, "keeps to the rate limit without memory"), () -> {
            ReadAhead.instance().budgetBytes(0);
            keepsRate(file);
        });
        cases.check(Readings.name(file, "switched off"), () -> switchedOff(file));
        return cases.tests();
    }

    static void readsWithout(SstableFile file, Mode mode, AccessPattern reading, RateLimiter limiter) {
        ReadAhead.instance().budgetBytes(0);
        Counts counts = new Counts();
        try (FileHandle handle = Release.open(file, mode, 1.0);
                ReaderPair pair = ReaderPair.open(handle, Pattern.FULL, limiter)) {
            reading.run(pair, file);
        }
        Mismatch.unlessEqual("fallbacks", Collections.singletonMap(Reason.BUDGET_SPENT, 1L), counts.fallbacks());
    }

    static void readsWithMemoryForOne(SstableFile file) {
        ReadAhead.instance().budgetBytes(340 << 10);
        Counts counts = new Counts();
        try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0)) {
            try (ReaderPair one = ReaderPair.open(handle, Pattern.FULL, null);
                    ReaderPair other = ReaderPair.open(handle, Pattern.RAMP, null)) {
                while (!one.isEOF()) {
                    one.read(5000);
                    other.read(5000);
                }
            }
            Mismatch.unlessEqual("fallbacks", Collections.singletonMap(Reason.BUDGET_SPENT, 1L), counts.fallbacks());
            long fills = counts.fills();
            try (ReaderPair next = ReaderPair.open(handle, Pattern.FULL, null)) {
                AccessPattern.SEQUENTIAL.run(next, file);
            }
            Mismatch.unlessEqual("fills of a scan with memory", true, counts.fills() > fills);
            Mismatch.unlessEqual("fallbacks", Collections.singletonMap(Reason.BUDGET_SPENT, 1L), counts.fallbacks());
        }
    }

    /**
     * Checks that a scan takes the time that the limit requires. It would take twice as long if every byte were charged
     * twice. A busy machine can delay a scan, so only the third scan that takes too long is a failure.
     */
    private static void keepsRate(SstableFile file) throws Exception {
        double seconds = 1;
        double taken = 2 * seconds;
        for (int scans = 0; scans < 3 && taken > 1.6 * seconds; scans++) taken = limitedScanSeconds(file, seconds);
        if (taken < 0.7 * seconds || taken > 1.6 * seconds)
            throw new Mismatch("took " + taken + " s, but the rate limit allows the scan in " + seconds + " s");
    }

    private static double limitedScanSeconds(SstableFile file, double seconds) throws Exception {
        RateLimiter limiter = RateLimiter.create(file.dataLengthBytes() / seconds);
        try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                RandomAccessReader reader = ReadAheadReaders.open(
                        handle, true, Pattern.FULL, limiter, Release.NATIVE, () -> handle.createReader(limiter))) {
            long start = System.nanoTime();
            byte[] target = new byte[1000];
            while (!reader.isEOF()) reader.read(target, 0, target.length);
            return (System.nanoTime() - start) / 1e9;
        }
    }

    static void switchedOff(SstableFile file) {
        Counts counts = new Counts();
        ReadAhead.instance().mode(ReadAhead.Mode.OFF);
        try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                ReaderPair pair = ReaderPair.open(handle, Pattern.FULL, null)) {
            AccessPattern.SEQUENTIAL.run(pair, file);
        }
        Mismatch.unlessEqual("fallbacks", Collections.singletonMap(Reason.SWITCHED_OFF, 1L), counts.fallbacks());
        Mismatch.unlessEqual("fills", 0L, counts.fills());
    }
}
