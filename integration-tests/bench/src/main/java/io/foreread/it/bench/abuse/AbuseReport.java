package io.foreread.it.bench.abuse;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** Formats the results of {@code ./bench abuse} as text and as JSON. */
final class AbuseReport {
    private static final String LINE = "  %-18s %7s %7s %8s   %7s %7s %8s   %6s %6s   %8s   %s%n";

    private AbuseReport() {}

    static String table(AbuseResult result) {
        StringBuilder text = new StringBuilder();
        add(text, LINE, "", "reads", "", "", "writes", "", "", "node's", "CPU", "actions", "");
        add(text, LINE, "", "quiet", "abused", "ratio", "quiet", "abused", "ratio", "quiet", "abused", "a second", "");
        for (AbuseMeasured one : result.abuses())
            line(
                    text,
                    one.abuse().toString(),
                    one.quiet(),
                    one.abused(),
                    String.format(Locale.ROOT, "%,.0f", one.actionsPerSecond()),
                    result.isWithinNoise(one) ? "" : "above the noise");
        line(text, "quiet, two halves", result.firstHalf(), result.secondHalf(), "", "");
        add(
                text,
                "%n  Noise: p99s of quiet windows differ by up to x %.2f (reads) and x %.2f (writes).%n",
                result.readNoise(),
                result.writeNoise());
        result.scrapeLoops()
                .ifPresent(loops -> add(
                        text,
                        "  Limit: scrapes in a loop cost the node at most 2 cores (measured: %.2f), and the p99s stay within"
                                + " the noise: %s%n",
                        loops.extraCpuMillisPerSecond() / 1000,
                        result.keepsLimits() ? "kept" : "NOT KEPT"));
        return text.toString();
    }

    private static void line(
            StringBuilder text,
            String title,
            AbuseMeasured.Side quiet,
            AbuseMeasured.Side abused,
            String actions,
            String remark) {
        add(
                text,
                LINE,
                title,
                millis(quiet.readP99Millis()),
                millis(abused.readP99Millis()),
                ratio(quiet.readP99Millis(), abused.readP99Millis()),
                millis(quiet.writeP99Millis()),
                millis(abused.writeP99Millis()),
                ratio(quiet.writeP99Millis(), abused.writeP99Millis()),
                percent(quiet),
                percent(abused),
                actions,
                remark);
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.2f", millis);
    }

    private static String ratio(double quiet, double abused) {
        return String.format(Locale.ROOT, "x %.2f", abused / quiet);
    }

    private static String percent(AbuseMeasured.Side side) {
        return String.format(Locale.ROOT, "%.0f %%", side.cpuMillisPerSecond() / 10);
    }

    private static void add(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments));
    }

    static ObjectNode json(AbuseResult result) {
        ObjectNode all = new ObjectMapper().createObjectNode();
        ArrayNode list = all.putArray("abuses");
        for (AbuseMeasured one : result.abuses()) {
            ObjectNode node = list.addObject()
                    .put("abuse", one.abuse().word())
                    .put("deeds_per_second", rounded(one.actionsPerSecond()))
                    .put("read_ratio", rounded(one.readRatio()))
                    .put("write_ratio", rounded(one.writeRatio()))
                    .put("within_noise", result.isWithinNoise(one));
            put(node, "quiet", one.quiet());
            put(node, "abused", one.abused());
        }
        put(all, "first_half", result.firstHalf());
        put(all, "second_half", result.secondHalf());
        return all.put("limits_kept", result.keepsLimits())
                .put("read_noise", rounded(result.readNoise()))
                .put("write_noise", rounded(result.writeNoise()));
    }

    private static void put(ObjectNode node, String name, AbuseMeasured.Side side) {
        node.putObject(name)
                .put("read_p99_ms", rounded(side.readP99Millis()))
                .put("write_p99_ms", rounded(side.writeP99Millis()))
                .put("node_cpu_ms_per_second", rounded(side.cpuMillisPerSecond()));
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
