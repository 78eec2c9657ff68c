package io.foreread.exporter.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a request for {@code /metrics} asks for. */
final class ScrapeRequest {
    private static final String NAME_PARAMETER = "name[]";

    private final HttpExchange exchange;

    ScrapeRequest(HttpExchange exchange) {
        this.exchange = exchange;
    }

    /** @return null if the client takes anything */
    String accept() {
        List<String> values = exchange.getRequestHeaders().get("Accept");
        return values == null ? null : String.join(",", values);
    }

    boolean acceptsGzip() {
        List<String> values = exchange.getRequestHeaders().get("Accept-Encoding");
        if (values == null) return false;
        for (String encoding : String.join(",", values).toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = encoding.trim().split(";", 2);
            if (parts[0].trim().equals("gzip"))
                return parts.length == 1 || !parts[1].trim().matches("q=0(\\.0*)?");
        }
        return false;
    }

    /** Names of samples, such as {@code jvm_info} or {@code x_seconds_bucket}; empty for all. */
    Set<String> names() {
        Set<String> names = new HashSet<>();
        String query = exchange.getRequestURI().getRawQuery();
        if (query == null) return names;
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0 && decoded(pair.substring(0, equals)).equals(NAME_PARAMETER))
                names.add(decoded(pair.substring(equals + 1)));
        }
        return names;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, "UTF-8");
        } catch (UnsupportedEncodingException | IllegalArgumentException e) {
            // Half an escape: nothing has that name.
            return text;
        }
    }
}
