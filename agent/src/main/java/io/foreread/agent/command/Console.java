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

    /** Work that can take long. */
    interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /** Runs the work. If this takes more than two seconds, prints the activity on standard error. */
    <T, E extends Exception> T during(String activity, Work<T, E> work) throws E {
        SlowNotice notice = new SlowNotice(activity, this::say);
        try {
            return work.run();
        } finally {
            notice.stop();
        }
    }

    /** Makes a command line print its help and its errors to the two streams of this console. */
    void printFor(CommandLine commandLine) {
        commandLine.setOut(writer(out));
        commandLine.setErr(writer(err));
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, Charset.defaultCharset()), true);
    }
}
