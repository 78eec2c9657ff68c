package io.foreread.agent.command;

import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.ConfigCheck;
import io.foreread.agent.config.ConfigSources;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.exporter.cli.ConfigReport;
import io.foreread.exporter.config.MetricsConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a configuration file of the agent. */
@Command(
        name = "check-config",
        description = {
            "Opens a configuration file and the files that it names, as the agent does when it starts, and prints"
                    + " their problems and the number of exported series."
        })
final class CheckConfigCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The YAML file.")
    private Path file;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    CheckConfigCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ConfigReport report = ConfigReport.of(file, CheckConfigCommand::check);
        if (json) report.printJson(console.out());
        else report.print(console.out());
        return (report.isValid() ? ExitCode.YES : ExitCode.NO).number();
    }

    private static MetricsConfig check(Path file, List<String> problems, List<String> warnings) throws IOException {
        AgentConfig config = AgentConfig.of(ConfigSources.read(file, System.getProperties()), HookCatalog.names());
        problems.addAll(ConfigCheck.problems(config, warnings::add));
        return config.metrics();
    }
}
