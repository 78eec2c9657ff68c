package io.foreread.agent.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The address of the endpoint. Immutable. */
public final class ListenAddress {
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^\\[\\]:\\s]+):(\\d{1,5})");

    private final String host;
    private final int port;

    private ListenAddress(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /** @return null for {@code off} */
    static @Nullable ListenAddress parse(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (lower.equals("off") || lower.equals("false")) return null;
        Matcher matcher = HOST_AND_PORT.matcher(value);
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65535)
            throw new IllegalArgumentException(
                    "allowed are host:port as 127.0.0.1:9507, 0.0.0.0:9507 or [::1]:9507, and off");
        String host = matcher.group(1);
        if (host.startsWith("[")) host = host.substring(1, host.length() - 1);
        return new ListenAddress(host, Integer.parseInt(matcher.group(2)));
    }

    public String host() {
        return host;
    }

    /** 0 lets the system choose. */
    public int port() {
        return port;
    }
}
