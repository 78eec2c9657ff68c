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
            agent.call(bean -> read(bean, state));
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

    private static boolean read(ReadAheadMXBean bean, Map<String, Object> state) {
        state.put("version", bean.getVersion());
        state.put("attachedWhileRunning", bean.isAttachedWhileRunning());
        state.put("openScans", bean.getOpenScans());
        state.put("readAhead", bean.isEnabled());
        state.put("mode", bean.getMode());
        state.put("blockSizeBytes", bean.getBlockSizeBytes());
        state.put("bufferBudgetBytes", bean.getBufferBudgetBytes());
        state.put("bufferBytesUsed", bean.getBufferBytesUsed());
        state.put("bufferBytesIdle", bean.getBufferBytesIdle());
        state.put("overlap", bean.isOverlap());
        state.put("decompressAhead", bean.getDecompressAhead());
        state.put("compressAhead", bean.getCompressAhead());
        state.put("compressAheadFlush", bean.isCompressAheadFlush());
        state.put("directIo", bean.isDirectIo());
        state.put("skipIndex", bean.isSkipIndex());
        state.put("filterKeyCache", bean.isFilterKeyCache());
        state.put("skipEmptyInputs", bean.isSkipEmptyInputs());
        state.put("reuseScannedBytes", bean.isReuseScannedBytes());
        state.put("fills", bean.getFills());
        state.put("fillBytes", bean.getFillBytes());
        return true;
    }

    private void print(Map<String, Object> state, Map<String, String> hooks, Map<String, Long> fallbacks) {
        row(
                "agent",
                "Foreread " + state.get("version") + " in " + state.get("node") + ", Cassandra "
                        + state.get("cassandra"));
        row("state", String.valueOf(state.get("state")));
        row("started", started(state));
        row("read-ahead", Boolean.TRUE.equals(state.get("readAhead")) ? "on, mode " + state.get("mode") : "off");
        row("block size", kib(state.get("blockSizeBytes")) + " KiB");
        row(
                "buffers",
                mib(state.get("bufferBytesUsed")) + " MiB used, " + mib(state.get("bufferBytesIdle")) + " MiB idle, of "
                        + mib(state.get("bufferBudgetBytes")) + " MiB");
        row("open scans", String.valueOf(state.get("openScans")));
        row("fills", state.get("fills") + ", " + mib(state.get("fillBytes")) + " MiB");
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
        if (!Boolean.TRUE.equals(state.get("attachedWhileRunning"))) return "with the node";
        return "attached to the running node; after a restart "
                + (Boolean.TRUE.equals(state.get("inJvmOptions"))
                        ? "it starts with the node (-javaagent)"
                        : "it is not there, because the JVM options do not contain -javaagent");
    }

    private static long kib(@Nullable Object bytes) {
        return bytes instanceof Long ? (long) bytes >> 10 : 0;
    }

    private static long mib(@Nullable Object bytes) {
        return kib(bytes) >> 10;
    }

    private void row(String name, String value) {
        console.print(String.format("%-20s %s", name, value));
    }
}
