package io.foreread.exporter.text;

import java.nio.charset.StandardCharsets;

/** The header of a family in the exposition. Immutable. */
public final class TextFamily {
    /** The two text formats of Prometheus. Their sample lines are the same. */
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
     * @param name the sample name, which ends with {@code _total} for a counter and with {@code _info} for an info
     *     family
     * @param type the type in OpenMetrics: {@code counter}, {@code gauge}, {@code histogram}, {@code summary},
     *     {@code info}, {@code unknown}
     */
    public TextFamily(String name, String type, String help) {
        this.name = name;
        hasParts = type.equals("histogram") || type.equals("summary");
        prometheusHeader = header(name, prometheusType(type), help.replace("\\", "\\\\"));
        openMetricsHeader =
                header(stem(name, type), type, help.replace("\\", "\\\\").replace("\"", "\\\""));
    }

    private static String prometheusType(String type) {
        if (type.equals("unknown")) return "untyped";
        return type.equals("info") ? "gauge" : type;
    }

    private static String stem(String name, String type) {
        String suffix = type.equals("counter") ? "_total" : type.equals("info") ? "_info" : "";
        return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
    }

    private static byte[] header(String name, String type, String help) {
        return ascii("# HELP " + name + ' ' + help.replace("\n", "\\n") + "\n# TYPE " + name + ' ' + type + '\n');
    }

    public String name() {
        return name;
    }

    /** Whether the sample names of the family have suffixes, such as {@code _sum}. */
    public boolean hasParts() {
        return hasParts;
    }

    public byte[] header(Format format) {
        return format == Format.PROMETHEUS ? prometheusHeader : openMetricsHeader;
    }

    /** Returns the sample name with a suffix such as {@code _bucket}. The suffix can be empty. */
    public byte[] sampleName(String suffix) {
        return ascii(name + suffix);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
