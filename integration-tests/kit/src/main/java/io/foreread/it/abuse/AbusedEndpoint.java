package io.foreread.it.abuse;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint that clients abuse.
 *
 * @param authorization the value of the Authorization header with the correct password; null if the endpoint requires
 *     no password
 */
public record AbusedEndpoint(String host, int port, boolean tls, @Nullable String authorization) {
    public boolean asksForPassword() {
        return authorization != null;
    }

    /** Returns the value of the Authorization header for this user and password. */
    static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
}
