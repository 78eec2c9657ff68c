package io.foreread.agent.command;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;

/** What a run of the command in this JVM printed, and its exit code. */
public record CommandRun(int exitCode, String out, String err) {
    public static CommandRun of(String... arguments) {
        return of(AgentJarFile::ofThisCommand, arguments);
    }

    /** @param jar the jar that the command passes to a node */
    static CommandRun of(Path jar, String... arguments) {
        return of(() -> jar, arguments);
    }

    private static CommandRun of(AgentJarFile jar, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        // The build passes properties such as -Dforeread.end to this JVM, which are not settings of the agent.
        Properties properties = System.getProperties();
        Properties withoutSettings = new Properties();
        properties.stringPropertyNames().stream()
                .filter(key -> !key.startsWith("foreread."))
                .forEach(key -> withoutSettings.setProperty(key, properties.getProperty(key)));
        System.setProperties(withoutSettings);
        try {
            int exitCode = ForereadCommand.commandLine(console, jar).execute(arguments);
            return new CommandRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setProperties(properties);
        }
    }
}
