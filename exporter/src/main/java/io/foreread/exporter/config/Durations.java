package io.foreread.exporter.config;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses durations as Prometheus writes them, such as 500ms, 60s, 1m and 1h30m. Minutes can also be written min. */
final class Durations {
    private static final Pattern PERIOD = Pattern.compile("(?:(\\d{1,6})\\s*d)?\\s*(?:(\\d{1,6})\\s*h)?\\s*"
            + "(?:(\\d{1,6})\\s*(?:m|min))?\\s*(?:(\\d{1,6})\\s*s)?\\s*(?:(\\d{1,9})\\s*ms)?");
    private static final ChronoUnit[] UNITS = {
        ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS, ChronoUnit.MILLIS
    };

    private Durations() {}

    /** @return null if the text is not a duration */
    static @Nullable Duration parse(String value) {
        Matcher matcher = PERIOD.matcher(value.trim().toLowerCase(Locale.ROOT));
        if (value.trim().isEmpty() || !matcher.matches()) return null;
        Duration period = Duration.ZERO;
        for (int i = 0; i < UNITS.length; i++) {
            String number = matcher.group(i + 1);
            if (number != null) period = period.plus(Long.parseLong(number), UNITS[i]);
        }
        return period;
    }

    /** @throws IllegalArgumentException if the text is not a duration from min to max; the message says what is allowed */
    static Duration parse(String value, Duration min, Duration max, String allowed) {
        Duration period = parse(value);
        if (period == null || period.compareTo(min) < 0 || period.compareTo(max) > 0)
            throw new IllegalArgumentException("allowed are " + allowed + ", such as 60s or 2m");
        return period;
    }
}
