package io.foreread.exporter.http;

import io.foreread.exporter.BuildInfo;
import io.foreread.exporter.recorder.FinishedOperation;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.ReadAheadState;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.source.NodeIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/** The page at {@code /}: what is applied, what is not and why, the last compactions. No script, no foreign asset. */
public final class NodePage {
    private static final int SHOWN_OPERATIONS = 15;

    private static final String STYLE = ":root{color-scheme:light dark;--line:#8884;--dim:#888}"
            + "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}"
            + "h1{margin:0}h2{margin:2rem 0 .5rem;font-size:1.1rem}p{margin:.3rem 0}.dim{color:var(--dim)}"
            + "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .8rem .3rem 0;"
            + "border-bottom:1px solid var(--line);vertical-align:top}td.n,th.n{text-align:right}"
            + ".applied{color:#1a7f37}.failed{color:#cf222e}.skipped,.waiting{color:var(--dim)}";

    private final BuildInfo build;
    private final NodeIdentity node;
    private final ReadAheadState state;
    private final BooleanSupplier started;

    public NodePage(BuildInfo build, NodeIdentity node, ReadAheadState state, BooleanSupplier started) {
        this.build = build;
        this.node = node;
        this.state = state;
        this.started = started;
    }

    String html() {
        StringBuilder html = new StringBuilder(8192);
        html.append("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Foreread</title>")
                .append("<meta name=\"viewport\" content=\"width=device-width\"><style>")
                .append(STYLE)
                .append("</style><h1>Foreread <span class=\"dim\">")
                .append(escape(build.version()))
                .append("</span></h1>");
        head(html);
        hooks(html);
        operations(html);
        return html.append("</html>\n").toString();
    }

    private void head(StringBuilder html) {
        String[] labels = started.getAsBoolean() ? node.labels() : null;
        html.append("<p>");
        if (labels == null) html.append("Cassandra is still starting.");
        else
            html.append("Cassandra ")
                    .append(escape(labels[4]))
                    .append(", cluster ")
                    .append(escape(labels[0]))
                    .append(", ")
                    .append(escape(labels[1]))
                    .append(" / ")
                    .append(escape(labels[2]))
                    .append(", host id ")
                    .append(escape(labels[3]));
        html.append("</p><p>Read-ahead is ")
                .append(state.enabled() ? "on" : "off")
                .append(", block ")
                .append(bytes(state.blockBytes()))
                .append(", buffers in use ")
                .append(state.lentBuffers())
                .append(" (")
                .append(bytes(state.lentBytes()))
                .append(" of ")
                .append(bytes(state.budgetBytes()))
                .append(").</p><p><a href=\"metrics\">metrics</a> &middot; <a href=\"ready\">ready</a></p>");
    }

    private static void hooks(StringBuilder html) {
        html.append("<h2>Hooks</h2><table><tr><th>hook<th>state<th>reason");
        for (HookStatus status : Recorders.HOOKS.statuses()) {
            String label = status.state().label();
            html.append("<tr><td>")
                    .append(escape(status.hook()))
                    .append("<td class=\"")
                    .append(label)
                    .append("\">")
                    .append(label)
                    .append("<td class=\"dim\">")
                    .append(escape(status.reason()));
        }
        html.append("</table>");
    }

    private static void operations(StringBuilder html) {
        List<FinishedOperation> operations = Recorders.COMPACTIONS.recent();
        html.append("<h2>Last compactions and their like</h2>");
        if (operations.isEmpty()) {
            html.append("<p class=\"dim\">None since the node started.</p>");
            return;
        }
        html.append("<table><tr><th>ended<th>activity<th>table<th class=\"n\">duration<th class=\"n\">in")
                .append("<th class=\"n\">out<th class=\"n\">reads<th class=\"n\">mean read")
                .append("<th class=\"n\">blocked in reads<th class=\"n\">allocated / scanned byte");
        for (FinishedOperation operation : operations.subList(0, Math.min(SHOWN_OPERATIONS, operations.size()))) {
            html.append("<tr><td>")
                    .append(Instant.ofEpochMilli(operation.endedAtMillis() / 1000 * 1000))
                    .append("<td>")
                    .append(operation.activity().label())
                    .append("<td>")
                    .append(escape(operation.keyspace() + "." + operation.table()));
            number(html, format("%.1f s", operation.durationNanos() / 1e9));
            number(html, operation.inputBytes() == 0 ? "-" : bytes(operation.inputBytes()));
            number(html, bytes(operation.outputBytes()));
            number(html, String.valueOf(operation.reads()));
            number(html, operation.reads() == 0 ? "-" : bytes(operation.readBytes() / operation.reads()));
            number(html, format("%.0f ms", operation.readNanos() / 1e6));
            number(
                    html,
                    operation.scannedBytes() == 0 || operation.allocatedBytes() < 0
                            ? "-"
                            : format("%.2f", (double) operation.allocatedBytes() / operation.scannedBytes()));
        }
        html.append("</table>");
    }

    private static void number(StringBuilder html, String text) {
        html.append("<td class=\"n\">").append(text);
    }

    static String bytes(long bytes) {
        if (bytes < 1024) return bytes + " B";
        if (bytes < 1024 * 1024) return format("%.1f KiB", bytes / 1024.0);
        if (bytes < 1024L * 1024 * 1024) return format("%.1f MiB", bytes / 1048576.0);
        return format("%.2f GiB", bytes / 1073741824.0);
    }

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
