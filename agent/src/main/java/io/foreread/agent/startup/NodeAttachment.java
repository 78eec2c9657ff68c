package io.foreread.agent.startup;

import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.ConfigCheck;
import io.foreread.agent.config.ConfigSources;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.agent.install.HookInstaller;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.probe.DaemonProbe;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.Attachment;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.exporter.config.MetricsReload;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Starts the agent: configuration, weaving. {@link NodeLifecycle} does what has to wait for Cassandra. */
public final class NodeAttachment implements Attachment {
    @Override
    public void start(@Nullable String arguments, Instrumentation instrumentation, boolean running) throws IOException {
        Set<String> hookNames = HookCatalog.hooks().stream().map(Hook::name).collect(Collectors.toSet());
        AgentConfig config;
        try {
            config = read(arguments, hookNames);
        } catch (IOException e) {
            say(e.getMessage() + "; Foreread stays off, and Cassandra starts without it");
            return;
        }
        config.problems().forEach(NodeAttachment::say);
        if (!config.enabled()) {
            say("switched off by configuration (enabled=false)");
            return;
        }
        ModuleExport.ofSafepointCounters(instrumentation);
        ReadAhead.instance().configure(config.readAhead());

        NodeLifecycle lifecycle =
                new NodeLifecycle(config, ConfigSources.file(arguments, System.getProperties()), () -> {
                    AgentConfig now = read(arguments, hookNames);
                    return new MetricsReload.Settings(
                            ConfigCheck.problems(now, warning -> {}), now.metrics(), config.needsRestartFor(now));
                });
        DaemonProbe.register(lifecycle::starting, lifecycle::started);
        Dispatch.to(new AttachedScans(), new AttachedProbes());
        new HookInstaller(ClassLoader.getSystemClassLoader(), Recorders.HOOKS)
                .install(HookCatalog.hooks(), config::hookOn, instrumentation);
        if (running) {
            DaemonProbe.starting();
            DaemonProbe.started();
        }
    }

    private static AgentConfig read(@Nullable String arguments, Set<String> hookNames) throws IOException {
        return AgentConfig.of(ConfigSources.read(arguments, System.getProperties()), hookNames);
    }

    /** Prints to stderr, as Cassandra does for warnings before its logging is set up. */
    private static void say(String message) {
        System.err.println("foreread: " + message);
    }
}
