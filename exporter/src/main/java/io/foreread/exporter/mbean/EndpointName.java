package io.foreread.exporter.mbean;

import org.jspecify.annotations.Nullable;

/** Formats endpoints for labels: {@code 10.0.0.1}, from 4.0 on {@code 10.0.0.1:7000} or {@code [::1]:7000}. */
final class EndpointName {
    private EndpointName() {}

    /** @param text an address as printed by Java: {@code host/10.0.0.1:7000}; host and port are optional */
    static String of(String text) {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** @param port the port; null if the name has none */
    static String of(String address, @Nullable Integer port) {
        String name = of(address);
        if (port == null) return name;
        return (name.indexOf(':') < 0 ? name : '[' + name + ']') + ':' + port;
    }
}
