package io.foreread.agent.command;

import io.foreread.agent.command.node.AgentAnswer;
import io.foreread.agent.command.node.AgentState;
import io.foreread.agent.command.node.NodeAccessException;
import io.foreread.agent.command.node.NodeJvm;
import io.foreread.agent.command.node.NodeProcess;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Detaches the agent from a running node, and waits for the scans that it has opened. */
@Command(
        name = "detach",
        description = {
            "Detaches the agent from a running node, also if the node was started with it. New scans use Cassandra's"
                    + " reader at once. When the scans that are open have ended, Cassandra's classes get their original"
                    + " code, and the command returns.",
            "If you interrupt the command, the node completes the detach without it."
        })
final class DetachCommand implements Callable<Integer> {
    private static final long POLL_MILLIS = 500;
    private static final long NOTICE_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** The command ends if the node has not answered for this long. */
    private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final Console console;
    private final AgentJarFile jar;

    @Mixin
    private final LocalNode node = new LocalNode();

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "How long to wait for the scans that are open. Default: until they have ended.")
    private @Nullable Long waitSeconds;

    DetachCommand(Console console, AgentJarFile jar) {
        this.console = console;
        this.jar = jar;
    }

    @Override
    public Integer call() throws NodeAccessException {
        NodeProcess process = node.process();
        NodeJvm jvm = new NodeJvm(process);
        AgentState before = console.during("attaching to " + process, jvm::state);
        switch (before.kind()) {
            case ABSENT:
            case DETACHED:
                console.say("The agent is not in " + process + ": " + before);
                return ExitCode.NO.number();
            case ATTACHED:
            case INCOMPLETE:
                AgentAnswer answer =
                        console.during("detaching the agent from " + process, () -> jvm.detachAgent(jar.realPath()));
                if (answer.kind() == AgentAnswer.Kind.REFUSED) {
                    console.say("The agent was not detached from " + process + ": " + answer.message());
                    return ExitCode.NO.number();
                }
                // After a failure, the state says what is not complete.
                if (answer.kind() == AgentAnswer.Kind.FAILED) console.say(answer.message());
                return await(jvm, before.agent());
            case DETACHING:
                return await(jvm, before.agent());
            default:
                console.say("The agent cannot be detached from " + process + " in its present state: " + before);
                return ExitCode.NO.number();
        }
    }

    /** Waits until the node no longer is in the state {@code detaching}. */
    private int await(NodeJvm jvm, String agent) throws NodeAccessException {
        long begin = System.nanoTime();
        long noticed = begin - NOTICE_NANOS;
        long answered = begin;
        while (true) {
            String progress;
            try {
                AgentState state = jvm.state();
                if (!state.is(AgentState.Kind.DETACHING)) return result(jvm.process(), agent, state);
                progress = state.detail();
                answered = System.nanoTime();
            } catch (NodeAccessException e) {
                // A pause of the node, such as a long garbage collection, does not end the detach.
                if (!jvm.process().isRunning() || System.nanoTime() - answered > SILENCE_NANOS) throw e;
                progress = "the state is not known, " + e.getMessage();
            }
            long elapsed = System.nanoTime() - begin;
            if (waitSeconds != null && elapsed >= TimeUnit.SECONDS.toNanos(waitSeconds)) {
                console.say(
                        progress + ". The node completes the detach when all scans have ended; foreread status --pid "
                                + jvm.process().pid() + " shows the state.");
                return ExitCode.INCOMPLETE.number();
            }
            if (System.nanoTime() - noticed >= NOTICE_NANOS) {
                console.say("detaching from " + jvm.process() + ": " + progress + " ("
                        + TimeUnit.NANOSECONDS.toSeconds(elapsed) + " s)");
                noticed = System.nanoTime();
            }
            pause();
        }
    }

    private int result(NodeProcess process, String agent, AgentState state) {
        if (state.is(AgentState.Kind.DETACHED)) {
            String remainder = state.detail().isEmpty() ? "" : "; " + state.detail();
            console.print(agent + " is detached from " + process + remainder + ".");
            return ExitCode.YES.number();
        }
        if (state.is(AgentState.Kind.INCOMPLETE)) {
            console.say("The detach from " + process + " is not complete: " + state.detail() + ". Repeat the command.");
            return ExitCode.INCOMPLETE.number();
        }
        console.say("The agent was not detached from " + process + ": its state is '" + state + "'");
        return ExitCode.NO.number();
    }

    private static void pause() throws NodeAccessException {
        try {
            // The state is a system property of another JVM, which reports no change.
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NodeAccessException("interrupted", e);
        }
    }
}
