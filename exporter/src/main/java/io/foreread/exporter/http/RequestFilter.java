package io.foreread.exporter.http;

import io.foreread.exporter.security.BasicAuth;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Authenticates calls, checks them and selects their route. Thread-safe. */
final class RequestFilter {
    private static final int MAX_URI_CHARS = 16 * 1024;

    private final @Nullable BasicAuth auth;
    private final boolean probesWithoutLogin;
    private final Map<String, Route> routes = new ConcurrentHashMap<>();
    private final Set<String> probes = ConcurrentHashMap.newKeySet();

    /**
     * @param auth checks the passwords; null if no authentication is required
     * @param probesWithoutLogin whether probes need no authentication
     */
    RequestFilter(@Nullable BasicAuth auth, boolean probesWithoutLogin) {
        this.auth = auth;
        this.probesWithoutLogin = probesWithoutLogin;
    }

    void routeProbe(String path, Route route) {
        probes.add(path);
        route(path, route);
    }

    void route(String path, Route route) {
        routes.put(path, route);
    }

    /** @return null if the call is rejected; the response has been sent then */
    @Nullable
    Route routeOf(Call call) throws IOException {
        if (call.hasBody()) return refused(call, 413, "request body not allowed\n");
        if (call.uriLength() > MAX_URI_CHARS)
            return refused(call, 414, "URI longer than " + MAX_URI_CHARS + " bytes\n");
        if (call.isProxyRequest()) return refused(call, 400, "proxy requests not supported\n");
        if (auth != null && !(probesWithoutLogin && probes.contains(call.path()))) {
            BasicAuth.Verdict verdict = auth.check(call.requestHeader("Authorization"), call.client());
            if (verdict == BasicAuth.Verdict.RATE_LIMITED) {
                call.header("Retry-After", "5");
                return refused(call, 429, "too many failed logins, retry in 5 seconds\n");
            }
            if (verdict == BasicAuth.Verdict.UNAUTHORIZED) {
                call.header("WWW-Authenticate", "Basic realm=\"foreread\", charset=\"UTF-8\"");
                return refused(call, 401, "authentication required\n");
            }
        }
        Route route = routes.get(call.path());
        if (route == null)
            return refused(
                    call,
                    404,
                    "not found, available paths: " + String.join(", ", new TreeMap<>(routes).keySet()) + "\n");
        if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
            call.header("Allow", "GET, HEAD");
            return refused(call, 405, "method not allowed, use GET or HEAD\n");
        }
        return route;
    }

    private static @Nullable Route refused(Call call, int status, String why) throws IOException {
        // If the connection stayed open, the server would read the rest of the request body and occupy a thread.
        call.header("Connection", "close");
        call.text(status, why);
        return null;
    }
}
