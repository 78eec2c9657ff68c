package io.foreread.exporter.jmx.client;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.naming.NameNotFoundException;
import javax.net.ssl.SSLException;
import javax.security.auth.login.LoginException;

/** Describes why the connection to a node failed and what to change. Immutable. */
final class ConnectProblem {
    private final String summary;
    private final String details;

    private ConnectProblem(String summary, String details) {
        this.summary = summary;
        this.details = details;
    }

    /** The kind of the problem, without confidential details, so that every client of the endpoint can see it. */
    String summary() {
        return summary;
    }

    /** The reason and what to change. The text begins with a verb: the caller puts the address of the node in front. */
    String details() {
        return details;
    }

    static ConnectProblem of(Throwable error, JmxAccess access) {
        Throwable root = root(error);
        String reason = " (" + root.getMessage() + ")";
        // The messages of RMIConnector about a stub that does not use TLS.
        if (root instanceof SecurityException
                && String.valueOf(root.getMessage()).endsWith(" in stub!"))
            return new ConnectProblem(
                    "no TLS",
                    "has a JMX server without TLS, but jmx.tls is true: set com.sun.management.jmxremote.ssl=true on the"
                            + " node, or jmx.tls: false");
        if (has(error, SecurityException.class) || has(error, LoginException.class))
            return new ConnectProblem(
                    "authentication failed",
                    access.user() == null
                            ? "requires a user and a password: set jmx.password-file or jmx.password-env, or the option"
                                    + " --jmx-password-file of the command foreread" + reason
                            : "refused user '" + access.user() + "' or the password in " + access.passwordKey()
                                    + reason);
        if (root instanceof UnknownHostException)
            return new ConnectProblem("unknown host", "is an unknown host; correct the address");
        if (root instanceof NoRouteToHostException)
            return new ConnectProblem("not reachable", "cannot be reached from here" + reason);
        if (root instanceof SSLException || has(error, SSLException.class))
            return new ConnectProblem("TLS handshake failed", "failed the TLS handshake" + reason + tlsHint(root));
        if (root.getMessage() != null && root.getMessage().contains("non-JRMP server"))
            return new ConnectProblem(
                    "no JMX at this port",
                    "does not serve JMX without TLS at this port"
                            + (access.tls() == null ? "; if it uses TLS, set jmx.tls: true" : ""));
        if (root instanceof SocketTimeoutException)
            return new ConnectProblem(
                    "no answer in time",
                    "did not answer within " + access.limits().timeoutMillis() / 1000.0
                            + " s; is there a firewall, or does the node redirect clients to another host (set"
                            + " -Djava.rmi.server.hostname on it)?");
        if (root instanceof ConnectException)
            return new ConnectProblem(
                    "connection refused",
                    error instanceof ConnectException
                            ? "refused the connection: is the node up, and does its JMX accept remote clients"
                                    + " (LOCAL_JMX=no in cassandra-env.sh)?"
                            : "redirects clients to an address that refuses connections" + reason
                                    + ": set -Djava.rmi.server.hostname on the node");
        if (root instanceof NameNotFoundException)
            return new ConnectProblem("no JMX at this port", "has an RMI registry without JMX at this port");
        return new ConnectProblem("connection failed", "cannot be connected to (" + root + ")");
    }

    private static String tlsHint(Throwable root) {
        String message = String.valueOf(root.getMessage());
        // The JDK has these messages if a certificate is valid, but for other hosts.
        if (message.contains("No subject alternative") || message.contains("No name matching"))
            return "; the certificate is for another host: use its name in the address of the node, or set"
                    + " jmx.tls-verify-host: false";
        return "; check jmx.truststore, jmx.keystore if the node requires a certificate, and jmx.tls-registry: false"
                + " if only the RMI server of the node uses TLS";
    }

    static Throwable root(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null && root.getCause() != root) root = root.getCause();
        return root;
    }

    private static boolean has(Throwable error, Class<?> type) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) if (type.isInstance(cause)) return true;
        return false;
    }
}
