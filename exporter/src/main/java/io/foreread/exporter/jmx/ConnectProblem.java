package io.foreread.exporter.jmx;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.naming.NameNotFoundException;
import javax.net.ssl.SSLException;
import javax.security.auth.login.LoginException;

/** Describes for operators why the connection to a node failed and what to change. */
final class ConnectProblem {
    private ConnectProblem() {}

    static String of(Throwable error, JmxAccess access) {
        Throwable root = root(error);
        if (has(error, SecurityException.class) || has(error, LoginException.class))
            return access.user() == null
                    ? "requires a user and a password: set jmx.password-file (" + root.getMessage() + ")"
                    : "refused user '" + access.user() + "' or the password in jmx.password-file (" + root.getMessage()
                            + ")";
        if (root instanceof UnknownHostException) return "is an unknown host; correct the address";
        if (root instanceof NoRouteToHostException) return "cannot be reached from here (" + root.getMessage() + ")";
        if (root instanceof SSLException || has(error, SSLException.class))
            return "failed the TLS handshake (" + root.getMessage()
                    + "); check jmx.truststore, jmx.keystore if the node requires a certificate, and jmx.tls-registry:"
                    + " false if only the RMI server of the node uses TLS";
        if (root.getMessage() != null && root.getMessage().contains("non-JRMP server"))
            return "does not serve JMX without TLS at this port"
                    + (access.tls() ? "" : "; if it uses TLS, set jmx.tls: true");
        if (root instanceof SocketTimeoutException)
            return "did not answer within " + access.timeoutMillis() / 1000.0
                    + " s; is there a firewall, or does the node redirect clients to another host (set"
                    + " -Djava.rmi.server.hostname on it)?";
        if (root instanceof ConnectException)
            return error instanceof ConnectException
                    ? "refused the connection: is the node up, and does its JMX accept remote clients (LOCAL_JMX=no in"
                            + " cassandra-env.sh)?"
                    : "redirects clients to an address that refuses connections (" + root.getMessage()
                            + "): set -Djava.rmi.server.hostname on the node";
        if (root instanceof NameNotFoundException) return "has an RMI registry without JMX at this port";
        return "cannot be connected to (" + root + ")";
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
