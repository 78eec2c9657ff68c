package io.foreread.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The reference in docs/command.md is generated from the command itself. */
class CommandDocTest {
    private static final Path FILE = Path.of("../docs/command.md");
    private static final String BEGIN = "<!-- command: -Dforeread.update=true rewrites the rest -->\n";

    @Test
    void theReferenceIsTheHelpOfTheCommand() throws IOException {
        String text = Files.readString(FILE);
        assertThat(text).contains(BEGIN);
        String generated = text.substring(0, text.indexOf(BEGIN) + BEGIN.length()) + reference();
        if (Boolean.getBoolean("foreread.update")) Files.writeString(FILE, generated);
        assertThat(Files.readString(FILE))
                .as("run ./mvnw -pl exporter,agent test -Dforeread.update=true")
                .isEqualTo(generated);
    }

    private static String reference() {
        StringBuilder text = new StringBuilder("\n## Exit codes\n\n| code | meaning |\n|---|---|\n");
        for (ExitCode code : ExitCode.values())
            text.append("| ")
                    .append(code.number())
                    .append(" | ")
                    .append(code.meaning())
                    .append(" |\n");
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        CommandLine main = ForereadCommand.commandLine(new Console(nowhere, nowhere));
        add(text, "Usage", main);
        main.getSubcommands().forEach((name, command) -> add(text, "foreread " + name, command));
        return text.toString();
    }

    private static void add(StringBuilder text, String heading, CommandLine command) {
        // The list of settings in the help of check-config is left out: docs/configuration.md has the same list.
        String usage = command.getUsageMessage(Ansi.OFF).replaceFirst("(?s)\\R\\RSettings, for.*", "\n");
        text.append("\n## ")
                .append(heading)
                .append("\n\n```\n")
                .append(usage.stripTrailing())
                .append("\n```\n");
    }
}
