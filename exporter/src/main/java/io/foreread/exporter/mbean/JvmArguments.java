package io.foreread.exporter.mbean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The options of a JVM. If an option is given more than once, the last one is valid. Immutable. */
public final class JvmArguments {
    /** The prefix of the option for the limit of direct memory. Without it, or with 0, the limit is the maximum heap. */
    public static final String MAX_DIRECT_MEMORY = "-XX:MaxDirectMemorySize=";

    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kKmMgGtT]?)");

    private final List<String> arguments;

    public JvmArguments(List<String> arguments) {
        this.arguments = new ArrayList<>(arguments);
    }

    /** @param runtime the attribute {@code InputArguments}; if it is absent, no option is known */
    static JvmArguments of(Attributes runtime) {
        Object arguments = runtime.get("InputArguments");
        return new JvmArguments(
                arguments instanceof String[] ? Arrays.asList((String[]) arguments) : Collections.emptyList());
    }

    /** Returns the text after the prefix, in the last option that starts with this prefix, or null. */
    public @Nullable String option(String prefix) {
        String value = null;
        for (String argument : arguments) if (argument.startsWith(prefix)) value = argument.substring(prefix.length());
        return value;
    }

    /** Returns the size in bytes that {@link #option} returns as text; null if the option is missing or not a size. */
    public @Nullable Long bytes(String prefix) {
        String value = option(prefix);
        Matcher matcher = SIZE.matcher(value == null ? "" : value);
        if (!matcher.matches()) return null;
        String unit = matcher.group(2).toLowerCase(Locale.ROOT);
        int power = unit.isEmpty() ? 0 : "kmgt".indexOf(unit) + 1;
        return Long.parseLong(matcher.group(1)) << (10 * power);
    }
}
