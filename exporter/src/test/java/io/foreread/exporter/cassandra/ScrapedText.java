package io.foreread.exporter.cassandra;

import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** The text of one scrape, and its values by sample name and labels. */
record ScrapedText(String text, Map<String, Double> samples) {
    static ScrapedText by(Bridge bridge, String... names) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            TextBuffer buffer = new TextBuffer(bytes);
            bridge.write(Set.of(names), TextFamily.Format.PROMETHEUS, buffer);
            buffer.flush();
            return parse(bytes.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ScrapedText parse(String text) {
        Map<String, Double> samples = new LinkedHashMap<>();
        for (String line : text.split("\n")) {
            if (line.isEmpty() || line.startsWith("#")) continue;
            int space = line.lastIndexOf(' ');
            String value = line.substring(space + 1);
            if (samples.put(
                            line.substring(0, space),
                            value.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(value))
                    != null) throw new AssertionError("exported twice: " + line);
        }
        return new ScrapedText(text, samples);
    }

    static long errors(Bridge bridge) {
        return bridge.errors().values().stream().mapToLong(LongAdder::sum).sum();
    }
}
