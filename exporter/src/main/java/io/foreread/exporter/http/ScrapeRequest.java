package io.foreread.exporter.http;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The parameters of a request for {@code /metrics}. */
final class ScrapeRequest {
    private static final String NAME_PARAMETER = "name[]";
    private static final String TARGET_PARAMETER = "target";
    /** Prometheus and vmagent send it. */
    private static final String TIMEOUT_HEADER = "X-Prometheus-Scrape-Timeout-Seconds";

    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Limits the cost of a request. A client that needs more names should request all metrics. */
    static final int MAX_NAMES = 1_000;

    private final Call call;
    private final Set<String> names;

    ScrapeRequest(Call call) {
        this.call = call;
        names = new HashSet<>(values(call.query(), NAME_PARAMETER));
    }

    /** @return null if the header is absent */
    @Nullable
    String accept() {
        return call.requestHeader("Accept");
    }

    boolean acceptsGzip() {
        return new QualityValues(call.requestHeader("Accept-Encoding")).ofExactly("gzip") > 0;
    }

    /** The requested sample names, such as {@code jvm_runtime_info} or {@code x_seconds_bucket}; empty for all. */
    Set<String> names() {
        return names;
    }

    /** @return the timeout that the client states, in nanoseconds; 0 if it states none */
    long statedTimeoutNanos() {
        return nanos(call.requestHeader(TIMEOUT_HEADER));
    }

    /** @return 0 if this is not a positive, finite number of seconds */
    static long nanos(@Nullable String seconds) {
        if (seconds == null) return 0;
        try {
            double stated = Double.parseDouble(seconds);
            return stated > 0 && !Double.isInfinite(stated) ? (long) (stated * NANOS_PER_SECOND) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    boolean hasTooManyNames() {
        return names.size() > MAX_NAMES;
    }

    /** The requested node of a standalone exporter, or null. */
    @Nullable
    String target() {
        List<String> targets = values(call.query(), TARGET_PARAMETER);
        return targets.isEmpty() ? null : targets.get(0);
    }

    private static List<String> values(@Nullable String query, String parameter) {
        List<String> values = new ArrayList<>();
        if (query == null) return values;
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0 && decoded(pair.substring(0, equals)).equals(parameter))
                values.add(decoded(pair.substring(equals + 1)));
        }
        return values;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, "UTF-8");
        } catch (UnsupportedEncodingException | IllegalArgumentException e) {
            // The text has an invalid percent-encoding. No metric has such a name.
            return text;
        }
    }
}
