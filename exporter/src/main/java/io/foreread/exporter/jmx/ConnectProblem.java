package io.foreread.exporter.jmx;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.naming.NameNotFoundException;
import javax.net.ssl.SSLException;
import javax.security.auth.login.LoginException;

/** Why a node could not be connected to, and what to change, in words of an operator. */
final class ConnectProblem {
    private ConnectProblem() {}

    static String of(Throwable error, JmxAccess access) {
        Throwable root = root(error);
        if (has(error, SecurityException.class) || has(error, LoginException.class))
            return access.user() == null
                    ? "wants a user and a password: name a file with them in jmx.password-file (" + root.getMessage()
                            + ")"
                    : "refused user '" + access.user() + "' or the password in jmx.password-file (" + root.getMessage()
                            + ")";
        if (root instanceof UnknownHostException) return "is no host that this machine knows; correct the address";
        if (root instanceof NoRouteToHostException) return "cannot be reached from here (" + root.getMessage() + ")";
        if (root instanceof SSLException || has(error, SSLException.class))
            return "could not agree on TLS (" + root.getMessage()
                    + "); check jmx.truststore, jmx.keystore if the node asks for a certificate, and jmx.tls-registry:"
                    + " false if only the node's RMI server speaks TLS";
        if (root.getMessage() != null && root.getMessage().contains("non-JRMP server"))
            return "does not speak plain JMX at this port"
                    + (access.tls() ? "" : "; if it speaks TLS set jmx.tls: true");
        if (root instanceof SocketTimeoutException)
            return "did not answer within " + access.timeoutMillis() / 1000.0
                    + " s; is there a firewall between, or does the node send clients to another host (set"
                    + " -Djava.rmi.server.hostname on it)?";
        if (root instanceof ConnectException)
            return error instanceof ConnectException
                    ? "refused the connection: is the node up, and does its JMX listen for other hosts (LOCAL_JMX=no in"
                            + " cassandra-env.sh)?"
                    : "sends clients on to where nobody listens (" + root.getMessage()
                            + "): set -Djava.rmi.server.hostname on the node";
        if (root instanceof NameNotFoundException) return "has an RMI registry at this port and no JMX in it";
        return "could not be connected to (" + root + ")";
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
