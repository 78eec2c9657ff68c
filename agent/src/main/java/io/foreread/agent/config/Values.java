package io.foreread.agent.config;

import io.foreread.agent.readahead.ReadAhead;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses values. A wrong value causes an {@link IllegalArgumentException} whose message has the allowed values. */
public final class Values {
    private static final Pattern BYTES = Pattern.compile("(\\d{1,15})\\s*(B|KiB|MiB|GiB)?");

    private Values() {}

    /** @throws IllegalArgumentException if the value is not allowed; the message has the allowed values */
    public static ReadAhead.Mode mode(String value) {
        switch (value.toLowerCase(Locale.ROOT)) {
            case "auto":
                return ReadAhead.Mode.AUTO;
            case "on":
            case "true": // YAML reads a bare on as true
                return ReadAhead.Mode.ON;
            case "off":
            case "false":
                return ReadAhead.Mode.OFF;
            default:
                throw new IllegalArgumentException("allowed are auto, on and off");
        }
    }

    static long bytes(String value, long min, long max, long step, String allowed) {
        String message = "allowed are " + allowed + (step > 1 ? " in steps of " + step + " bytes" : "")
                + ", such as 256KiB, 64MiB or 1048576";
        Matcher matcher = BYTES.matcher(value);
        if (!matcher.matches()) throw new IllegalArgumentException(message);
        long unit = unit(matcher.group(2));
        long number = Long.parseLong(matcher.group(1));
        if (number > Long.MAX_VALUE / unit) throw new IllegalArgumentException(message);
        long bytes = number * unit;
        if (bytes < min || bytes > max || bytes % step != 0) throw new IllegalArgumentException(message);
        return bytes;
    }

    private static long unit(String name) {
        if (name == null || name.equals("B")) return 1;
        if (name.equals("KiB")) return 1L << 10;
        return name.equals("MiB") ? 1L << 20 : 1L << 30;
    }
}
