package io.foreread.agent.command;

import io.foreread.exporter.cli.JsonText;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Standard output and standard error of the command. Not thread-safe. */
public final class Console {
    private final PrintStream out;
    private final PrintStream err;

    public Console(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    PrintStream out() {
        return out;
    }

    void print(String line) {
        out.println(line);
    }

    void printJson(@Nullable Object value) {
        out.println(JsonText.of(value));
    }

    /** Prints a message on standard error. */
    void say(String message) {
        err.println("foreread: " + message);
    }

    /** Makes a command line print its help and its errors here. */
    void printFor(CommandLine commandLine) {
        commandLine.setOut(writer(out));
        commandLine.setErr(writer(err));
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, Charset.defaultCharset()), true);
    }
}
