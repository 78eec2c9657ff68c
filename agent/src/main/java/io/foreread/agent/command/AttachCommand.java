package io.foreread.agent.command;

import io.foreread.agent.command.node.AgentAnswer;
import io.foreread.agent.command.node.AgentState;
import io.foreread.agent.command.node.NodeAccessException;
import io.foreread.agent.command.node.NodeJvm;
import io.foreread.agent.command.node.NodeProcess;
import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.ConfigCheck;
import io.foreread.agent.config.ConfigSources;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.exporter.config.GivenSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Attaches the agent of this jar to a running node. */
@Command(
        name = "attach",
        description = {
            "Attaches the agent of this jar to a running node, until the node restarts. Run the command as the user of"
                    + " the node.",
            "The settings are checked before the node is changed."
        })
final class AttachCommand implements Callable<Integer> {
    private final Console console;
    private final AgentJarFile jar;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final LocalNode node = new LocalNode();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            defaultValue = "${env:FOREREAD_CONFIG}",
            description =
                    "The configuration file of the agent. The user of the node must be able to read it. Default: the"
                            + " environment variable FOREREAD_CONFIG or, if it is not set, no file, so that all settings have"
                            + " their defaults.")
    private @Nullable Path config;

    AttachCommand(Console console, AgentJarFile jar) {
        this.console = console;
        this.jar = jar;
    }

    @Override
    public Integer call() throws NodeAccessException {
        String arguments = config == null ? "" : "config=" + absolute(config);
        Path agent = jar.realPath();
        NodeProcess process = node.process();
        NodeJvm jvm = new NodeJvm(process);
        Properties properties = console.during("attaching to " + process, jvm::systemProperties);
        AgentState state = jvm.state();
        String refusal = refusal(process, state);
        if (refusal != null) {
            console.say(refusal);
            return ExitCode.NO.number();
        }
        List<String> problems = problems(process, properties);
        problems.forEach(console::say);
        if (!problems.isEmpty()) {
            console.say("The agent was not attached to " + process + ": correct the settings first.");
            return ExitCode.NO.number();
        }
        String atStart = process.agentArguments();
        if (!atStart.isEmpty() && !atStart.equals(arguments))
            console.say("warning: the arguments of -javaagent do not apply to an attach: " + atStart
                    + ". To keep them, write them to a file, and attach with --config");

        long begin = System.nanoTime();
        AgentAnswer answer =
                console.during("attaching the agent to " + process, () -> jvm.attachAgent(agent, arguments));
        String seconds = String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - begin) / 1e9);
        if (answer.kind() == AgentAnswer.Kind.OK) {
            console.print(process + ": " + answer.message() + " (" + seconds + ")");
            console.print("Settings: " + settings(properties));
            return ExitCode.YES.number();
        }
        console.say("The agent was not attached to " + process + ": " + answer.message());
        AgentState after = jvm.state();
        if (!after.is(AgentState.Kind.DETACHED) && !after.is(AgentState.Kind.ABSENT))
            console.say("The state of the node is '" + after + "'.");
        else if (answer.kind() == AgentAnswer.Kind.FAILED) console.say("What had been changed was undone.");
        return ExitCode.NO.number();
    }

    private String settings(Properties properties) {
        String file = config == null ? "the defaults" : String.valueOf(absolute(config));
        boolean changed = properties.stringPropertyNames().stream().anyMatch(name -> name.startsWith("foreread."));
        return changed ? file + ", and the system properties foreread.* of the node" : file;
    }

    private Path absolute(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        if (absolute.toString().indexOf(',') >= 0)
            throw new ParameterException(
                    spec.commandLine(), "--config: the path '" + absolute + "' must not contain a comma");
        return absolute;
    }

    /** Why the agent cannot be attached in this state; null if it can. */
    private static @Nullable String refusal(NodeProcess process, AgentState state) {
        switch (state.kind()) {
            case ABSENT:
            case DETACHED:
                return null;
            case ATTACHED:
                return state.agent() + " is already in " + process
                        + ". To run another version or other settings, detach it first: foreread detach --pid "
                        + process.pid();
            case INCOMPLETE:
                return "The last detach from " + process + " is not complete (" + state.detail()
                        + "). Repeat it first: foreread detach --pid " + process.pid();
            default:
                return "The agent cannot be attached to " + process + " in its present state: " + state;
        }
    }

    /**
     * The problems that the agent would find in its settings, which include the system properties of the node. A file is
     * read as the node sees it.
     */
    private List<String> problems(NodeProcess process, Properties properties) {
        String arguments = config == null ? null : "config=" + absolute(config);
        List<String> problems = new ArrayList<>();
        try {
            GivenSettings given = ConfigSources.read(arguments, properties, process::path);
            AgentConfig settings = AgentConfig.of(given, HookCatalog.names());
            problems.addAll(ConfigCheck.problems(settings, warning -> console.say("warning: " + warning)));
            if (!settings.enabled()) problems.add("enabled: false switches the agent off");
        } catch (IOException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        return problems;
    }
}
