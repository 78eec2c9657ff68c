package io.foreread.agent.command;

import io.foreread.agent.command.node.NodeAccessException;
import io.foreread.agent.command.node.NodeConnection;
import io.foreread.agent.command.node.NodeProcess;
import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.Secret;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.JmxLogin;
import io.foreread.exporter.jmx.client.JmxTls;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * The options that name a running node. The JMX options have the names and the meaning of the standalone exporter's
 * settings.
 */
final class NodeOptions {
    private static final int TIMEOUT_MILLIS = 10_000;
    /** The value of limits that apply to scrapes only. This command makes no scrapes. */
    private static final int UNUSED = 1;

    static final JmxLimits LIMITS = new JmxLimits(TIMEOUT_MILLIS, UNUSED, UNUSED);

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "The process of the node. Without --pid and --jmx, the only Cassandra node of this machine.")
    private @Nullable Long pid;

    @Option(names = "--jmx", paramLabel = "HOST:PORT", description = "The JMX address of the node.")
    private @Nullable String jmx;

    @Option(names = "--jmx-password-file", paramLabel = "FILE", description = "File with a line 'user password'.")
    private @Nullable Path passwordFile;

    @Option(names = "--jmx-tls", description = "The JMX of the node uses TLS.")
    private boolean tls;

    @Option(
            names = "--jmx-tls-registry",
            paramLabel = "BOOLEAN",
            defaultValue = "true",
            arity = "1",
            description = "Whether the RMI registry of the node uses TLS too. Default: ${DEFAULT-VALUE}.")
    private boolean tlsRegistry;

    @Option(
            names = "--jmx-tls-verify-host",
            paramLabel = "BOOLEAN",
            defaultValue = "true",
            arity = "1",
            description = "Whether the certificate of the node must be valid for HOST. Default: ${DEFAULT-VALUE}.")
    private boolean verifyHost;

    @Option(
            names = "--jmx-truststore",
            paramLabel = "FILE",
            description = "PKCS12 or JKS file with trusted certificates.")
    private @Nullable Path trustStore;

    @Option(
            names = "--jmx-truststore-password-file",
            paramLabel = "FILE",
            description = "File whose first line is the password of the truststore.")
    private @Nullable Path trustPasswordFile;

    @Option(
            names = "--jmx-keystore",
            paramLabel = "FILE",
            description = "PKCS12 or JKS file with the certificate of this command, for nodes that require one.")
    private @Nullable Path keyStore;

    @Option(
            names = "--jmx-keystore-password-file",
            paramLabel = "FILE",
            description = "File whose first line is the password of the keystore.")
    private @Nullable Path keyPasswordFile;

    /**
     * Connects to the node.
     *
     * @throws NodeAccessException if the node does not answer; the message says what to do
     */
    NodeConnection connect(Console console) throws NodeAccessException {
        if (pid != null && jmx != null)
            throw new ParameterException(spec.commandLine(), "--pid and --jmx cannot be used together");
        LIMITS.limitCalls();
        if (jmx == null) {
            NodeProcess process = pid == null ? NodeProcess.onlyCassandra() : NodeProcess.cassandra(pid);
            return console.during("attaching to " + process, () -> NodeConnection.to(process));
        }
        HostPort address = address(jmx);
        JmxAccess access;
        try {
            access = access(console);
        } catch (IOException e) {
            throw new NodeAccessException(String.valueOf(e.getMessage()), e);
        }
        return console.during("connecting to " + address, () -> NodeConnection.to(address, access));
    }

    private HostPort address(String text) {
        try {
            return HostPort.parse(text, "127.0.0.1:7199");
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "--jmx: '" + text + "' is not allowed; " + e.getMessage(), e);
        }
    }

    private JmxAccess access(Console console) throws IOException {
        Secret password = secret("--jmx-password-file", passwordFile);
        JmxLogin login = password == null ? null : JmxLogin.read(password, console::say);
        JmxTls secured = tls
                ? JmxTls.read(
                        new JmxTls.Stores(
                                trustStore,
                                secret("--jmx-truststore-password-file", trustPasswordFile),
                                keyStore,
                                secret("--jmx-keystore-password-file", keyPasswordFile)),
                        verifyHost,
                        console::say)
                : null;
        JmxAccess access = new JmxAccess(login, secured, tlsRegistry, LIMITS);
        if (access.sendsPasswordInPlainText())
            console.say(
                    "warning: the password is sent to the node without encryption; use --jmx-tls if its JMX uses TLS");
        return access;
    }

    private static @Nullable Secret secret(String option, @Nullable Path file) {
        return Secret.of(option, file, "", null);
    }
}
