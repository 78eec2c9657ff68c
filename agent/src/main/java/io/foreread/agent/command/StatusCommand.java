package io.foreread.agent.command;

import io.foreread.agent.command.node.AgentState;
import io.foreread.agent.command.node.NodeAccessException;
import io.foreread.agent.command.node.NodeConnection;
import io.foreread.agent.command.node.RunningAgent;
import io.foreread.agent.control.ReadAheadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the state of the agent in a running node. */
@Command(
        name = "status",
        description =
                "Prints the state of the agent in a running node. Exit code 0 if the agent is attached, read-ahead is"
                        + " on and no hook has failed.")
final class StatusCommand implements Callable<Integer> {
    /** The values by their names in JSON. An agent of another version may lack some of them. */
    private static final Map<String, Function<ReadAheadMXBean, @Nullable Object>> VALUES = new LinkedHashMap<>();

    static {
        VALUES.put("version", ReadAheadMXBean::getVersion);
        VALUES.put("attachedWhileRunning", ReadAheadMXBean::isAttachedWhileRunning);
        VALUES.put("openScans", ReadAheadMXBean::getOpenScans);
        VALUES.put("readAhead", ReadAheadMXBean::isEnabled);
        VALUES.put("mode", ReadAheadMXBean::getMode);
        VALUES.put("blockSizeBytes", ReadAheadMXBean::getBlockSizeBytes);
        VALUES.put("bufferBudgetBytes", ReadAheadMXBean::getBufferBudgetBytes);
        VALUES.put("bufferBytesUsed", ReadAheadMXBean::getBufferBytesUsed);
        VALUES.put("bufferBytesIdle", ReadAheadMXBean::getBufferBytesIdle);
        VALUES.put("overlap", ReadAheadMXBean::isOverlap);
        VALUES.put("decompressAhead", ReadAheadMXBean::getDecompressAhead);
        VALUES.put("compressAhead", ReadAheadMXBean::getCompressAhead);
        VALUES.put("compressAheadFlush", ReadAheadMXBean::isCompressAheadFlush);
        VALUES.put("directIo", ReadAheadMXBean::isDirectIo);
        VALUES.put("skipIndex", ReadAheadMXBean::isSkipIndex);
        VALUES.put("filterKeyCache", ReadAheadMXBean::isFilterKeyCache);
        VALUES.put("skipEmptyInputs", ReadAheadMXBean::isSkipEmptyInputs);
        VALUES.put("reuseScannedBytes", ReadAheadMXBean::isReuseScannedBytes);
        VALUES.put("fills", ReadAheadMXBean::getFills);
        VALUES.put("fillBytes", ReadAheadMXBean::getFillBytes);
    }

    private final Console console;

    @Mixin
    private final NodeOptions node = new NodeOptions();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    StatusCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws NodeAccessException {
        try (NodeConnection connection = node.connect(console)) {
            RunningAgent agent = RunningAgent.in(connection);
            AgentState attachment = RunningAgent.state(connection);
            Map<String, Object> state = new LinkedHashMap<>();
            state.put("node", connection);
            state.put("cassandra", connection.release());
            state.put("loaded", agent != null);
            state.put("state", attachment);
            state.put("inJvmOptions", RunningAgent.isInOptions(connection));
            if (agent == null) {
                String absence = RunningAgent.absence(attachment);
                state.put("reason", absence);
                if (json) console.printJson(state);
                else console.print(connection + " (Cassandra " + connection.release() + "): " + absence);
                return ExitCode.NO.number();
            }
            for (Map.Entry<String, Function<ReadAheadMXBean, @Nullable Object>> value : VALUES.entrySet())
                state.put(value.getKey(), agent.find(value.getValue()));
            Map<String, String> hooks = agent.call(ReadAheadMXBean::getHooks);
            state.put("hooks", hooks);
            Map<String, Long> fallbacks = agent.call(ReadAheadMXBean::getFallbacks);
            state.put("fallbacks", fallbacks);
            if (json) console.printJson(state);
            else print(state, hooks, fallbacks);
            boolean good = attachment.is(AgentState.Kind.ATTACHED)
                    && Boolean.TRUE.equals(state.get("readAhead"))
                    && hooks.entrySet().stream().noneMatch(RunningAgent::hasFailed);
            return (good ? ExitCode.YES : ExitCode.NO).number();
        }
    }

    private void print(Map<String, Object> state, Map<String, String> hooks, Map<String, Long> fallbacks) {
        row(
                "agent",
                "Foreread " + known(state.get("version")) + " in " + state.get("node") + ", Cassandra "
                        + state.get("cassandra"));
        row("state", String.valueOf(state.get("state")));
        row("started", started(state));
        Object on = state.get("readAhead");
        if (on instanceof Boolean) row("read-ahead", (Boolean) on ? "on, mode " + known(state.get("mode")) : "off");
        else row("read-ahead", known(on));
        row("block size", kib(state.get("blockSizeBytes")));
        row(
                "buffers",
                mib(state.get("bufferBytesUsed")) + " used, " + mib(state.get("bufferBytesIdle")) + " idle, of "
                        + mib(state.get("bufferBudgetBytes")));
        row("open scans", known(state.get("openScans")));
        row("fills", known(state.get("fills")) + ", " + mib(state.get("fillBytes")));
        String counted = fallbacks.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        row("fallbacks", counted.isEmpty() ? "none" : counted);
        Map<String, String> byState = new TreeMap<>();
        hooks.forEach((hook, description) ->
                byState.merge(description.replaceFirst(":.*", ""), hook, (one, other) -> one + ", " + other));
        byState.forEach((hookState, names) -> row("hooks " + hookState, names));
        hooks.entrySet().stream().filter(RunningAgent::hasFailed).forEach(hook -> row(hook.getKey(), hook.getValue()));
    }

    private static String started(Map<String, Object> state) {
        Object whileRunning = state.get("attachedWhileRunning");
        if (!Boolean.TRUE.equals(whileRunning)) return whileRunning == null ? known(null) : "with the node";
        return "attached to the running node, which was started "
                + (Boolean.TRUE.equals(state.get("inJvmOptions"))
                        ? "with -javaagent"
                        : "without -javaagent; cassandra-env.sh decides whether the next start has it");
    }

    /** Returns the value as text. An agent of another version may lack it. */
    private static String known(@Nullable Object value) {
        return value == null ? "unknown" : value.toString();
    }

    private static String kib(@Nullable Object bytes) {
        return bytes instanceof Long ? ((Long) bytes >> 10) + " KiB" : known(bytes);
    }

    private static String mib(@Nullable Object bytes) {
        return bytes instanceof Long ? ((Long) bytes >> 20) + " MiB" : known(bytes);
    }

    private void row(String name, String value) {
        console.print(String.format("%-20s %s", name, value));
    }
}
