package io.foreread.exporter.http;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of an {@code Accept} or {@code Accept-Encoding} header with their quality values (RFC 9110, section
 * 12.4.2). Parameters other than {@code q} are ignored. Immutable.
 */
final class QualityValues {
    private final Map<String, Double> qualities = new HashMap<>();

    /** @param header the header; null if the request has none */
    QualityValues(@Nullable String header) {
        if (header == null) return;
        for (String element : header.toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = element.split(";", -1);
            double quality = 1;
            for (int i = 1; i < parts.length; i++) quality = quality(parts[i].trim(), quality);
            // A header can name one type several times, with different versions. The highest quality value applies.
            qualities.merge(parts[0].trim(), quality, Math::max);
        }
    }

    private static double quality(String parameter, double otherwise) {
        if (!parameter.startsWith("q=")) return otherwise;
        String value = parameter.substring(2).trim();
        return value.matches("0(\\.\\d{0,3})?|1(\\.0{0,3})?") ? Double.parseDouble(value) : otherwise;
    }

    /** The preference of exactly this value, from 0 (not accepted) to 1. */
    double ofExactly(String value) {
        return qualities.getOrDefault(value, 0.0);
    }

    /** The preference of the first of these values that the header has. 0 if the header has none of them. */
    double ofFirst(String... values) {
        for (String value : values) {
            Double quality = qualities.get(value);
            if (quality != null) return quality;
        }
        return 0;
    }
}
