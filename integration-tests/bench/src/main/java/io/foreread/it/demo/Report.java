package io.foreread.it.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** Formats the result as text. */
final class Report {
    /** With a kernel readahead of at most this size, the kernel does not merge small reads. */
    private static final int TUNED_READ_AHEAD_KIB = 16;

    private static final String ROW = "  %-32s %16s %16s   %s%n";

    private final DemoResult result;
    private final DemoMeasurement stock;
    private final DemoMeasurement foreread;
    private final StringBuilder text = new StringBuilder();
    private final List<String> footnotes = new ArrayList<>();

    private Report(DemoResult result) {
        this.result = result;
        this.stock = result.stock();
        this.foreread = result.foreread();
    }

    static String of(DemoResult result) {
        return new Report(result).write();
    }

    private String write() {
        add(
                "%nCassandra %s, Java %d, disk_access_mode %s: the same %d sstables, %d MiB, compacted without%n"
                        + "and with Foreread in turn; each column shows the faster of two runs%n%n",
                result.version(),
                result.javaFeature(),
                result.diskAccessMode(),
                result.inputSSTables(),
                result.inputBytes() >> 20);
        add(ROW, "", "stock", "Foreread", "");
        reads();
        device();
        add(
                ROW,
                "Throughput",
                mibPerSecond(stock),
                mibPerSecond(foreread),
                factor(foreread.mibPerSecond(), stock.mibPerSecond(), "higher", "lower"));
        blocked();
        add(
                ROW,
                "Allocated per compacted byte",
                bytesPerByte(stock),
                bytesPerByte(foreread),
                factor(stock.allocatedPerByte(), foreread.allocatedPerByte(), "less", "more"));
        add("%n");
        for (int i = 0; i < footnotes.size(); i++) add("  %d) %s%n", i + 1, footnotes.get(i));
        if (!footnotes.isEmpty()) add("%n");
        rows();
        kernel();
        nativeReader();
        return text.toString();
    }

    private void reads() {
        String title = "Physical reads of Data.db";
        String stockReads = count(stock.reads());
        String stockSize = kib(stock.meanReadBytes());
        double stockCount = stock.reads();
        if (stock.isMapped()) {
            title += note("Data.db is mapped: stock makes no read calls, and the kernel reads on page faults. The"
                    + " count is the number of chunks that stock accessed.");
            stockReads = count(stock.chunkAccesses());
            stockSize = "page faults";
            stockCount = stock.chunkAccesses();
        }
        String reads = foreread.isMapped() ? count(foreread.chunkAccesses()) : count(foreread.reads());
        double count = foreread.isMapped() ? foreread.chunkAccesses() : foreread.reads();
        add(ROW, title, stockReads, reads, factor(stockCount, count, "fewer", "more"));
        add(
                ROW,
                "Mean read size",
                stockSize,
                foreread.isMapped() ? "page faults" : kib(foreread.meanReadBytes()),
                stock.isMapped() ? "" : factor(foreread.meanReadBytes(), stock.meanReadBytes(), "larger", "smaller"));
    }

    private void device() {
        if (stock.deviceReads() == DemoMeasurement.NO_DEVICE) {
            add("  %-32s %s%n", "Device read operations", "unknown: there is no block device below the data directory");
            return;
        }
        String title = "Device read operations";
        long beside = foreread.deviceReads() - foreread.reads();
        if (foreread.reads() > 0 && beside > foreread.deviceReads() / 4 && isTuned())
            title += note(String.format(
                    Locale.ROOT,
                    "With Foreread, about %,d of these operations read files other than Data.db.",
                    beside));
        add(
                ROW,
                title,
                count(stock.deviceReads()),
                count(foreread.deviceReads()),
                factor(stock.deviceReads(), foreread.deviceReads(), "fewer", "more"));
        add(
                ROW,
                "Mean device read",
                kib(stock.meanDeviceReadBytes()),
                kib(foreread.meanDeviceReadBytes()),
                factor(foreread.meanDeviceReadBytes(), stock.meanDeviceReadBytes(), "larger", "smaller"));
    }

    private void blocked() {
        String title = "Time blocked in reads";
        if (stock.isMapped())
            title += note("Java cannot measure the time of page faults. This is the time in chunk accesses or the"
                    + " time that the compaction was not on a CPU, whichever is less.");
        add(
                ROW,
                title,
                seconds(stock.blockedSeconds()),
                seconds(foreread.blockedSeconds()),
                factor(stock.blockedSeconds(), foreread.blockedSeconds(), "less", "more"));
    }

    private void rows() {
        if (result.rowsEqual())
            add(
                    "Rows: %,d read back before and after each compaction, with and without read-ahead: all equal.%n",
                    result.rows());
        else add("Rows: NOT EQUAL. %,d were written; read back: %s%n", result.expectedRows(), result.digests());
    }

    private void kernel() {
        OptionalInt readAhead = result.kernelReadAheadKib();
        if (readAhead.isEmpty()) return;
        add("Kernel readahead below the data directory: %d KiB.%n", readAhead.getAsInt());
        if (!isTuned())
            add("With this readahead the kernel merges small reads, so the device requests differ little. Run the"
                    + " demo%nas root with --readahead-kb 4 to measure a volume that is tuned for point reads.%n");
    }

    /** Whether the kernel readahead is so small that each read of Cassandra causes its own device requests. */
    private boolean isTuned() {
        return result.kernelReadAheadKib().orElse(Integer.MAX_VALUE) <= TUNED_READ_AHEAD_KIB;
    }

    private void nativeReader() {
        NativeReadAhead.finding(result).ifPresent(finding -> add("%s%n", finding));
    }

    /** Adds a footnote and returns its mark. */
    private String note(String footnote) {
        footnotes.add(footnote);
        return " " + footnotes.size() + ")";
    }

    private void add(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments));
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String kib(double bytes) {
        return String.format(Locale.ROOT, bytes < 10240 ? "%.1f KiB" : "%.0f KiB", bytes / 1024);
    }

    private static String mibPerSecond(DemoMeasurement measured) {
        return String.format(Locale.ROOT, "%.0f MiB/s", measured.mibPerSecond());
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds < 10 ? "%.2f s" : "%.1f s", seconds);
    }

    private static String bytesPerByte(DemoMeasurement measured) {
        return String.format(Locale.ROOT, "%.2f", measured.allocatedPerByte());
    }

    /** The quotient of a and b in words. A quotient above 1 is an improvement. */
    private static String factor(double a, double b, String good, String bad) {
        if (a <= 0 || b <= 0) return "";
        double quotient = a / b;
        if (quotient > 0.95 && quotient < 1.05) return "same";
        double size = quotient >= 1 ? quotient : 1 / quotient;
        return String.format(Locale.ROOT, size < 10 ? "%.1f x %s" : "%.0f x %s", size, quotient >= 1 ? good : bad);
    }
}
