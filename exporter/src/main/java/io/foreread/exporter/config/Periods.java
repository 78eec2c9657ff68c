package io.foreread.exporter.config;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses durations such as 60s, 10min and 1h. */
final class Periods {
    private static final Pattern PERIOD = Pattern.compile("(\\d{1,6})\\s*(s|min|h)");

    private Periods() {}

    /** @return null if it is not valid */
    static @Nullable Duration parse(String value) {
        Matcher matcher = PERIOD.matcher(value.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) return null;
        long number = Long.parseLong(matcher.group(1));
        switch (matcher.group(2)) {
            case "s":
                return Duration.ofSeconds(number);
            case "min":
                return Duration.ofMinutes(number);
            default:
                return Duration.ofHours(number);
        }
    }
}
