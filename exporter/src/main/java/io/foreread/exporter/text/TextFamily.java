package io.foreread.exporter.text;

import java.nio.charset.StandardCharsets;

/** What stands before the samples of one family. Immutable. */
public final class TextFamily {
    /** The two formats in which Prometheus takes text; their sample lines are the same. */
    public enum Format {
        /** {@code text/plain; version=0.0.4}. */
        PROMETHEUS,
        OPEN_METRICS
    }

    private final String name;
    private final boolean hasParts;
    private final byte[] prometheusHeader;
    private final byte[] openMetricsHeader;

    /**
     * @param name of a counter's samples with {@code _total}
     * @param type as OpenMetrics has it: {@code counter}, {@code gauge}, {@code histogram}, {@code summary}, {@code unknown}
     */
    public TextFamily(String name, String type, String help) {
        this.name = name;
        hasParts = type.equals("histogram") || type.equals("summary");
        prometheusHeader = header(name, type.equals("unknown") ? "untyped" : type, help.replace("\\", "\\\\"));
        boolean total = type.equals("counter") && name.endsWith("_total");
        openMetricsHeader = header(
                total ? name.substring(0, name.length() - "_total".length()) : name,
                type,
                help.replace("\\", "\\\\").replace("\"", "\\\""));
    }

    private static byte[] header(String name, String type, String help) {
        return ascii("# HELP " + name + ' ' + help.replace("\n", "\\n") + "\n# TYPE " + name + ' ' + type + '\n');
    }

    public String name() {
        return name;
    }

    /** Whether its samples have names of their own, such as {@code x_sum}. */
    public boolean hasParts() {
        return hasParts;
    }

    public byte[] header(Format format) {
        return format == Format.PROMETHEUS ? prometheusHeader : openMetricsHeader;
    }

    /** The name of its samples with a suffix such as {@code _bucket}, or none. */
    public byte[] sampleName(String suffix) {
        return ascii(name + suffix);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
