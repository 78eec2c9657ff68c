package io.foreread.exporter.http;

import io.foreread.exporter.security.BasicAuth;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Decides which route serves a call, and rejects calls that no route serves. Thread-safe. */
final class Admission {
    private static final int MAX_URI_CHARS = 16 * 1024;

    private final @Nullable BasicAuth auth;
    private final Map<String, Route> routes = new ConcurrentHashMap<>();

    /** @param auth null if no password is needed */
    Admission(@Nullable BasicAuth auth) {
        this.auth = auth;
    }

    void route(String path, Route route) {
        routes.put(path, route);
    }

    /** @return null if the call has been answered */
    @Nullable
    Route admitted(Call call) throws IOException {
        if (call.hasBody()) return refused(call, 413, "request body not allowed\n");
        if (call.uriLength() > MAX_URI_CHARS) return refused(call, 414, "longer than " + MAX_URI_CHARS + " bytes\n");
        if (call.asksAProxy()) return refused(call, 400, "this is no proxy\n");
        if (auth != null) {
            BasicAuth.Verdict verdict = auth.check(call.requestHeader("Authorization"));
            if (verdict == BasicAuth.Verdict.LATER) {
                call.header("Retry-After", "5");
                return refused(call, 429, "too many wrong passwords; try again later\n");
            }
            if (verdict == BasicAuth.Verdict.UNAUTHORIZED) {
                call.header("WWW-Authenticate", "Basic realm=\"foreread\", charset=\"UTF-8\"");
                return refused(call, 401, "authentication required\n");
            }
        }
        Route route = routes.get(call.path());
        if (route == null)
            return refused(call, 404, "not found; try " + String.join(", ", new TreeMap<>(routes).keySet()) + "\n");
        if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
            call.header("Allow", "GET, HEAD");
            return refused(call, 405, "only GET and HEAD\n");
        }
        return route;
    }

    private static @Nullable Route refused(Call call, int status, String why) throws IOException {
        // What may still come on this connection is not worth a thread.
        call.header("Connection", "close");
        call.text(status, why);
        return null;
    }
}
