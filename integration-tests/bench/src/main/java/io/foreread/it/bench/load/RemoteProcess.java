package io.foreread.it.bench.load;

import io.foreread.it.fixture.ChildProcesses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that stands for another machine. It has the lowest priority, so that its work does not slow down the node and
 * the node's clients. It responds to each input line with one line, and ends when this JVM ends.
 */
public final class RemoteProcess implements AutoCloseable {
    private static final Path CHRT = Path.of("/usr/bin/chrt");

    private final Process process;
    private final BufferedReader answers;

    private RemoteProcess(Process process) {
        this.process = process;
        answers = process.inputReader(StandardCharsets.US_ASCII);
    }

    /** @param main the class whose {@code main} runs in the process, with the class path of this JVM */
    public static RemoteProcess start(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(CHRT)) command.addAll(List.of(CHRT.toString(), "--idle", "0"));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            ChildProcesses.add(process);
            return new RemoteProcess(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sends a line to the process and waits for the response.
     *
     * @return the line with which the process responds
     */
    public String request(String order) {
        try {
            process.getOutputStream().write((order + "\n").getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
            String answer = answers.readLine();
            if (answer == null) throw new IllegalStateException("a process that stands for another machine has ended");
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        ChildProcesses.kill(process);
    }
}
