package io.foreread.agent.command;

import io.foreread.agent.command.node.NodeAccessException;
import io.foreread.agent.config.AgentSettings;
import io.foreread.exporter.cli.SettingsHelp;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.jmx.client.SerialFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the agent's jar. */
@Command(
        name = "foreread",
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Checks whether Foreread helps a Cassandra node, attaches the agent to a running node, and controls"
                        + " it there.")
public final class ForereadCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    private ForereadCommand() {}

    public static void main(String[] arguments) {
        SerialFilter.install();
        System.exit(commandLine(new Console(System.out, System.err)).execute(arguments));
    }

    /** Returns the command with its subcommands, which print to this console. */
    public static CommandLine commandLine(Console console) {
        return commandLine(console, AgentJarFile::ofThisCommand);
    }

    /** @param jar the jar that is passed to a node */
    static CommandLine commandLine(Console console, AgentJarFile jar) {
        CommandLine main = new CommandLine(new ForereadCommand());
        CommandLine checkConfig = new CommandLine(new CheckConfigCommand(console));
        SettingsHelp.addTo(
                checkConfig,
                "Settings, for the file, the agent's arguments and -Dforeread.KEY=VALUE:",
                AgentSettings.all());
        main.addSubcommand(new CheckCommand(console));
        main.addSubcommand(checkConfig);
        main.addSubcommand(new MetricsCommand(console));
        main.addSubcommand(new AttachCommand(console, jar));
        main.addSubcommand(new DetachCommand(console, jar));
        main.addSubcommand(new StatusCommand(console));
        main.addSubcommand(new OnCommand(console));
        main.addSubcommand(new OffCommand(console));
        main.addSubcommand(new CompletionCommand(console));
        List<CommandLine> all = new ArrayList<>(main.getSubcommands().values());
        all.add(main);
        for (CommandLine each : all)
            each.getCommandSpec()
                    .mixinStandardHelpOptions(true)
                    .versionProvider(new Version())
                    .exitCodeOnInvalidInput(ExitCode.USAGE.number())
                    .exitCodeOnExecutionException(ExitCode.UNKNOWN.number());
        Map<String, String> exitCodes = new LinkedHashMap<>();
        for (ExitCode code : ExitCode.values()) exitCodes.put(String.valueOf(code.number()), code.meaning());
        main.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(exitCodes);
        console.printFor(main);
        main.setExecutionExceptionHandler((failure, commandLine, arguments) -> {
            if (!(failure instanceof NodeAccessException)) throw failure;
            console.say(String.valueOf(failure.getMessage()));
            return ExitCode.UNKNOWN.number();
        });
        return main;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** The output of {@code --version}. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            BuildInfo build = BuildInfo.ofThisJar();
            return new String[] {"foreread " + build.version() + " (" + build.revision() + ")"};
        }
    }
}
