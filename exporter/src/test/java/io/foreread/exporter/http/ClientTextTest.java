package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily.Format;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the text of the endpoint with the text of the Prometheus client. The client writes integers and the end of
 * labels differently, so the test normalizes these.
 */
class ClientTextTest {
    private static final List<String> LE = List.of("le");
    private static final List<MetricFamilySamples> FAMILIES = List.of(
            family("some", Collector.Type.COUNTER, new Sample("some_total", List.of("a", "b"), List.of("x", "y"), 3)),
            family("build", Collector.Type.INFO, new Sample("build_info", List.of("version"), List.of("1.2.3"), 1)),
            family("odd", Collector.Type.UNKNOWN, new Sample("odd", List.of(), List.of(), Double.NaN)),
            family(
                    "now",
                    Collector.Type.GAUGE,
                    new Sample("now", List.of("a"), List.of("q\"b\\n\nä€"), 1.5),
                    new Sample("now", List.of("a"), List.of(""), Double.NEGATIVE_INFINITY),
                    new Sample("now", List.of("a"), List.of("c"), 1e-7),
                    new Sample("now", List.of("a"), List.of("d"), 1e300)),
            family(
                    "took_seconds",
                    Collector.Type.HISTOGRAM,
                    new Sample("took_seconds_bucket", LE, List.of("0.5"), 1),
                    new Sample("took_seconds_bucket", LE, List.of("+Inf"), 4_000_000_000_000L),
                    new Sample("took_seconds_count", List.of(), List.of(), 4_000_000_000_000L),
                    new Sample("took_seconds_sum", List.of(), List.of(), 0.25)),
            family(
                    "pause_seconds",
                    Collector.Type.SUMMARY,
                    new Sample("pause_seconds_count", List.of(), List.of(), 0),
                    new Sample("pause_seconds_sum", List.of(), List.of(), -2)));

    private static MetricFamilySamples family(String name, Collector.Type type, Sample... samples) {
        return new MetricFamilySamples(name, type, "a \\ \"quoted\"\nhelp of " + name, List.of(samples));
    }

    @ParameterizedTest
    @CsvSource({
        "PROMETHEUS, text/plain; version=0.0.4; charset=utf-8",
        "OPEN_METRICS, application/openmetrics-text; version=1.0.0; charset=utf-8"
    })
    void writesTheSameTextAsTheClient(Format format, String contentType) throws IOException {
        StringWriter expected = new StringWriter();
        TextFormat.writeFormat(contentType, expected, Collections.enumeration(FAMILIES));
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        TextBuffer buffer = new TextBuffer(written);
        ClientText.write(FAMILIES, format, buffer);
        buffer.flush();
        assertThat(lines(written.toString(StandardCharsets.UTF_8))).isEqualTo(lines(expected.toString()));
    }

    /** Normalizes the order of headers and the format of numbers. */
    private static List<String> lines(String text) {
        return text.lines()
                .filter(line -> !line.equals("# EOF"))
                .map(line -> line.startsWith("#") ? line : sample(line))
                .sorted()
                .collect(Collectors.toList());
    }

    private static String sample(String line) {
        int space = line.lastIndexOf(' ');
        String number = line.substring(space + 1).replace("Inf", "Infinity");
        return line.substring(0, space).replace("\",}", "\"}") + ' ' + Double.parseDouble(number);
    }
}
