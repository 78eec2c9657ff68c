package io.foreread.agent.startup;

import io.foreread.agent.compaction.AttachedCompactionInputs;
import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.ConfigCheck;
import io.foreread.agent.config.ConfigSources;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.agent.install.HookInstaller;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.probe.DaemonProbe;
import io.foreread.agent.readahead.AheadThreads;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.Attachment;
import io.foreread.agent.resident.RefusedException;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.resident.dispatch.WriterDispatch;
import io.foreread.agent.writer.AttachedWriters;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.FileWatch;
import io.foreread.exporter.config.MetricsReload;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent: configuration, weaving. {@link NodeLifecycle} does what has to wait for Cassandra. Every method that
 * starts something adds the step that undoes it.
 */
public final class NodeAttachment implements Attachment {
    /** An operator waits for the answer to an attach. */
    private static final long OPENING_MILLIS = 3_000;

    private static final long THREADS_SECONDS = 5;

    private final ForereadThreads threads = new ForereadThreads();

    /** Undo what open scans do not need. */
    private final UndoSteps stopping = new UndoSteps();
    /** Undo what open scans need. */
    private final UndoSteps restoring = new UndoSteps();

    @Override
    public String version() {
        return BuildInfo.ofThisJar().version();
    }

    @Override
    public String start(@Nullable String arguments, Instrumentation instrumentation, boolean running) throws Exception {
        ClassLoader cassandra = ClassLoader.getSystemClassLoader();
        HookInstaller installer = new HookInstaller(cassandra, Recorders.HOOKS);
        Set<String> hookNames = HookCatalog.names();
        Path configFile = ConfigSources.file(arguments, System.getProperties());
        FileWatch configWatch = configFile == null ? null : new FileWatch(configFile);
        AgentConfig config = config(arguments, hookNames, running);
        if (running) {
            String refusal = new RunningNodeCheck(cassandra, installer).refusal();
            if (refusal != null) throw new RefusedException(refusal);
        }
        ModuleExport.ofSafepointCounters(instrumentation);

        ReadAhead readAhead = ReadAhead.instance();
        readAhead.configure(config.readAhead());
        restoring.add("end the threads of scans", () -> {
            if (!AheadThreads.end(THREADS_SECONDS)) throw new UndoSteps.UndoneException("they are still running");
        });
        NodeLifecycle lifecycle = new NodeLifecycle(config, configWatch, () -> {
            AgentConfig now = read(arguments, hookNames);
            return new MetricsReload.Settings(
                    ConfigCheck.problems(now, warning -> {}), now.metrics(), config.needsRestartFor(now));
        });
        stopping.add("wait for the threads", () -> {
            threads.awaitEnd(TimeUnit.SECONDS.toMillis(THREADS_SECONDS));
            // A thread that has ended in the meantime can have opened the endpoint.
            check(lifecycle.close());
            if (lifecycle.isOpening()) throw new UndoSteps.UndoneException("the endpoint is still being opened");
        });
        // Woven code no longer records their ends. A scan that Cassandra has forgotten must become garbage. This runs
        // after the endpoint was closed, because the totals decrease.
        stopping.add("forget the operations that run", Recorders.COMPACTIONS::discardRunning);
        stopping.add("close the endpoint", () -> check(lifecycle.close()));
        stopping.add("end read-ahead", readAhead::end);
        restoring.add("restore the byte code", () -> check(installer.uninstall()));
        restoring.add("forget the writers", WriterDispatch::forget);

        if (running) lifecycle.open(OPENING_MILLIS);
        else DaemonProbe.register(lifecycle::starting, lifecycle::started);
        installer.install(HookCatalog.hooks(), hook -> exclusion(config, hook), instrumentation);
        // After weaving: a thread that was inside a method during the last detach can still call the dispatcher from
        // it. If it opened a scan that skips the partition index, the original byte code of its scanner would continue
        // this scan.
        Dispatch.to(new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), new AttachedProbes());
        if (!running) return "";
        installer.weaveLoaded();
        lifecycle.logState();
        return "Foreread " + version() + " is attached; " + lifecycle.metrics() + failedHooks();
    }

    private static AgentConfig config(@Nullable String arguments, Set<String> hookNames, boolean running)
            throws RefusedException {
        AgentConfig config;
        try {
            config = read(arguments, hookNames);
        } catch (IOException e) {
            throw new RefusedException(
                    e.getMessage() + (running ? "" : "; Foreread stays off, and Cassandra starts without it"));
        }
        // The start of a node must not fail. An operator who attaches the agent can correct the settings first.
        if (running && !config.problems().isEmpty()) throw new RefusedException(String.join("; ", config.problems()));
        config.problems().forEach(NodeAttachment::say);
        if (!config.enabled()) throw new RefusedException("switched off by configuration (enabled=false)");
        return config;
    }

    private static AgentConfig read(@Nullable String arguments, Set<String> hookNames) throws IOException {
        return AgentConfig.of(ConfigSources.read(arguments, System.getProperties()), hookNames);
    }

    /** @return why a hook is not woven; null if it is */
    private static @Nullable String exclusion(AgentConfig config, Hook hook) {
        if (!config.hookOn(hook.name())) return "switched off by configuration";
        boolean off = config.readAhead().compressAhead() == ReadAhead.Mode.OFF;
        return off && HookCatalog.isOfCompressAhead(hook) ? "compress-ahead is off" : null;
    }

    private static String failedHooks() {
        String names = Recorders.HOOKS.statuses().stream()
                .filter(status -> status.state() == HookStatus.State.FAILED)
                .map(HookStatus::hook)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "; hooks that could not be applied: " + names;
    }

    private static void check(List<String> problems) throws UndoSteps.UndoneException {
        if (!problems.isEmpty()) throw new UndoSteps.UndoneException(String.join("; ", problems));
    }

    @Override
    public int openScans() {
        return ReadAhead.instance().openScans().count();
    }

    @Override
    public String longestScan() {
        return ReadAhead.instance().openScans().longest();
    }

    @Override
    public List<String> stop() {
        return stopping.run();
    }

    @Override
    public List<String> remainingThreads() {
        return threads.remaining();
    }

    @Override
    public List<String> restore() {
        return restoring.run();
    }

    /** Prints to stderr, as Cassandra does for warnings before its logging is set up. */
    private static void say(String message) {
        System.err.println("foreread: " + message);
    }
}
