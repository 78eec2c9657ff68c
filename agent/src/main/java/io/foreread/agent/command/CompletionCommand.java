package io.foreread.agent.command;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script for the completion of commands and options. */
@Command(
        name = "completion",
        description = {
            "Prints a script that completes commands and options in bash and zsh.",
            "Example: source <(foreread completion)"
        })
final class CompletionCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        CommandLine main = spec.root().commandLine();
        console.out().print(AutoComplete.bash(main.getCommandName(), main));
        return ExitCode.YES.number();
    }
}
