package io.foreread.exporter.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A host and a port, such as {@code 10.0.0.1:7199} or {@code [::1]:7199}. Immutable. */
public final class HostPort {
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[0-9a-fA-F:.%\\w]+]|[^\\[\\]:/\\s]+):(\\d{1,5})");

    private final String host;
    private final int port;

    private HostPort(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /** @throws IllegalArgumentException if the text is not valid; the message says what is allowed */
    public static HostPort parse(String text, String example) {
        Matcher matcher = HOST_AND_PORT.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65535)
            throw new IllegalArgumentException(
                    "allowed is host:port, such as " + example + ", with an IPv6 address in brackets");
        String host = matcher.group(1);
        if (host.startsWith("[")) host = host.substring(1, host.length() - 1);
        return new HostPort(host, Integer.parseInt(matcher.group(2)));
    }

    /** Returns the host; an IPv6 address has no brackets. */
    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HostPort && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** The form in settings and URLs. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
