package io.foreread.agent.command;

import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.AgentSettings;
import io.foreread.agent.config.ConfigCheck;
import io.foreread.agent.config.ConfigSources;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.exporter.cli.InfoOptions;
import io.foreread.exporter.cli.SettingsHelp;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.MetricsConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line of the agent's jar. It prints information and starts nothing. */
@Command(
        name = "foreread-agent",
        mixinStandardHelpOptions = true,
        versionProvider = AgentCommand.Version.class,
        description = "Prints information about the agent and checks its configuration. To start the agent, add"
                + " -javaagent:foreread-agent.jar to Cassandra's JVM options.")
public final class AgentCommand implements Callable<Integer> {
    @Mixin
    private final InfoOptions infoOptions = new InfoOptions();

    private AgentCommand() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return SettingsHelp.addTo(
                new CommandLine(new AgentCommand()),
                "Settings, for the file, the agent's arguments and -Dforeread.KEY=VALUE:",
                AgentSettings.all());
    }

    @Override
    public Integer call() {
        Integer answered = infoOptions.answer(AgentCommand::check, System.out);
        if (answered != null) return answered;
        CommandLine.usage(this, System.err);
        return 2;
    }

    private static MetricsConfig check(Path file, List<String> problems, List<String> warnings) throws IOException {
        AgentConfig config = AgentConfig.of(
                ConfigSources.read(file, System.getProperties()),
                HookCatalog.hooks().stream().map(Hook::name).collect(Collectors.toSet()));
        problems.addAll(ConfigCheck.problems(config, warnings::add));
        return config.metrics();
    }

    /** The output of {@code --version}. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            BuildInfo build = BuildInfo.ofThisJar();
            return new String[] {"foreread-agent " + build.version() + " (" + build.revision() + ")"};
        }
    }
}
