package io.foreread.agent.install;

import io.foreread.agent.compaction.AttachedCompactionInputs;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.writer.AttachedWriters;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.recorder.HookStatus;
import java.io.IOException;
import java.util.List;
import net.bytebuddy.agent.ByteBuddyAgent;

/** Installs hooks in this JVM. Until {@link #close}, woven code calls the probes. */
final class HookInstalls implements AutoCloseable {
    final HookRecorder recorder = new HookRecorder();

    HookInstalls() {
        Dispatch.to(new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), new AttachedProbes());
    }

    HookInstaller newInstaller() {
        return new HookInstaller(getClass().getClassLoader(), recorder);
    }

    HookInstaller install(Hook... hooks) throws IOException {
        HookInstaller installer = newInstaller();
        installer.install(List.of(hooks), hook -> null, ByteBuddyAgent.install());
        return installer;
    }

    /** The status of the first hook. */
    HookStatus status() {
        return recorder.statuses().get(0);
    }

    @Override
    public void close() {
        Dispatch.toNone();
    }
}
