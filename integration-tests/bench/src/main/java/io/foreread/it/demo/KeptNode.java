package io.foreread.it.demo;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Keeps the node of the demo running after the report. */
final class KeptNode {
    private final DemoRun run;
    private final ChildJvmNode node;
    private final DemoOptions options;
    private final PrintStream out;
    private final Progress progress;
    private final Cleanup cleanup;

    KeptNode(DemoRun run, DemoOptions options, PrintStream out, Progress progress, Cleanup cleanup) {
        this.run = run;
        this.node = run.node();
        this.options = options;
        this.out = out;
        this.progress = progress;
        this.cleanup = cleanup;
    }

    /** Returns when the user has pressed Enter. A signal ends the JVM instead. */
    void untilEnter() {
        List<String> monitoring = List.of();
        if (options.grafana()) {
            monitoring = new Monitoring(options.directory(), progress, cleanup).start(node.metricsAddress());
            startLoad();
            out.println();
        }
        out.println("Metrics: " + node.metricsAddress());
        monitoring.forEach(out::println);
        if (options.grafana())
            out.printf(
                    "The load continues: point reads and compactions, alternately %d with and %d without read-ahead.%n",
                    KeptLoad.ROUNDS_PER_MODE, KeptLoad.ROUNDS_PER_MODE);
        out.println("Everything runs until you press Enter or Ctrl-C. The demo then removes it.");
        try {
            if (System.in.read() >= 0) return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.printf(
                "Standard input is closed. To end the demo: kill %d%n",
                ProcessHandle.current().pid());
        cleanup.awaitInterrupt();
    }

    private void startLoad() {
        progress.step("Starting load");
        KeptLoad load = new KeptLoad(node, reason -> {
            if (!cleanup.interrupted()) out.println("The load has ended: " + reason);
        });
        cleanup.add(load::close);
        load.start(run.aside("kept"), progress);
        progress.done("64 MiB");
    }
}
