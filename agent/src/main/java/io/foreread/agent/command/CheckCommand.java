package io.foreread.agent.command;

import io.foreread.agent.command.check.CheckedNode;
import io.foreread.agent.command.check.Diagnosis;
import io.foreread.agent.command.check.Finding;
import io.foreread.agent.command.check.Verdict;
import io.foreread.agent.command.node.NodeAccessException;
import io.foreread.agent.command.node.NodeConnection;
import io.foreread.agent.command.node.NodeProcess;
import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.ConfigSources;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.exporter.config.GivenSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Checks whether Foreread helps a node, before anything is installed. */
@Command(
        name = "check",
        description = {
            "Checks whether Foreread helps a node, before anything is installed. It changes no settings.",
            "Select a running node with --pid, or the files of a node with --conf and --lib. Without these options, the"
                    + " command checks the only Cassandra node of this machine. If the node runs, values that"
                    + " nodetool can change are read from the node."
        })
final class CheckCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec;

    @Option(names = "--pid", paramLabel = "PID", description = "The process of the node.")
    private @Nullable Long pid;

    @Option(names = "--conf", paramLabel = "FILE", description = "The cassandra.yaml of a node, running or not.")
    private @Nullable Path conf;

    @Option(names = "--lib", paramLabel = "DIR", description = "The directory with the jars of Cassandra, for --conf.")
    private @Nullable Path lib;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file of the agent. Default: all settings have their defaults.")
    private @Nullable Path config;

    @Option(
            names = "--sysfs",
            paramLabel = "DIR",
            defaultValue = "/sys",
            description = "Where sysfs is mounted. In a container, this can be the mounted sysfs of the host. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Path sysfs;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws NodeAccessException {
        if ((conf == null) != (lib == null))
            throw new ParameterException(spec.commandLine(), "--conf and --lib must be used together");
        if (conf != null && pid != null)
            throw new ParameterException(spec.commandLine(), "--pid and --conf cannot be used together");
        AgentConfig agent = agentConfig();
        Diagnosis diagnosis = conf == null || lib == null
                ? running(pid == null ? NodeProcess.onlyCassandra() : NodeProcess.cassandra(pid), agent)
                : diagnosis(CheckedNode.installed(conf, lib, agent, sysfs));
        if (json) console.printJson(diagnosis.values());
        else print(diagnosis);
        return exitCode(diagnosis).number();
    }

    private Diagnosis running(NodeProcess process, AgentConfig agent) throws NodeAccessException {
        try (NodeConnection connection = connect(process)) {
            CheckedNode node = CheckedNode.running(process, connection, agent, sysfs);
            Diagnosis diagnosis = diagnosis(node);
            if (connection != null && !node.isConnected()) warn(process + " does not answer any more");
            return diagnosis;
        }
    }

    /** @return null if the connection fails; then only files are checked */
    private @Nullable NodeConnection connect(NodeProcess process) {
        NodeOptions.LIMITS.limitCalls();
        try {
            return console.during("attaching to " + process, () -> NodeConnection.to(process));
        } catch (NodeAccessException e) {
            warn(String.valueOf(e.getMessage()));
            return null;
        }
    }

    private void warn(String problem) {
        console.say("warning: " + problem + ". Values of cassandra.yaml are checked, not live ones.");
    }

    private Diagnosis diagnosis(CheckedNode node) {
        return console.during("reading the files of the node", () -> Diagnosis.of(node));
    }

    private AgentConfig agentConfig() throws NodeAccessException {
        try {
            GivenSettings settings =
                    config == null ? new GivenSettings() : ConfigSources.read(config, new Properties());
            return AgentConfig.of(settings, HookCatalog.names());
        } catch (IOException e) {
            throw new NodeAccessException(String.valueOf(e.getMessage()), e);
        }
    }

    private void print(Diagnosis diagnosis) {
        for (Finding finding : diagnosis.findings()) {
            console.print(finding.name() + ": " + finding.value());
            console.print("    " + finding.verdict() + ". " + finding.reason());
        }
        console.print("");
        console.print(diagnosis.summary());
        if (diagnosis.hasProblem()) console.print("Solve the problem above first.");
    }

    private static ExitCode exitCode(Diagnosis diagnosis) {
        if (diagnosis.hasProblem() || diagnosis.verdict() == Verdict.DOES_NOTHING) return ExitCode.NO;
        return diagnosis.verdict() == Verdict.UNKNOWN ? ExitCode.UNKNOWN : ExitCode.YES;
    }
}
