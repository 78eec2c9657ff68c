package io.foreread.exporter.http;

import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.recorder.CompactionRecorder;
import io.foreread.exporter.recorder.FinishedOperation;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.ReadAheadState;
import io.foreread.exporter.source.NodeIdentity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Renders the page at {@code /}: the node, the state of read-ahead, the hooks with their states and reasons, and the
 * recent compaction-like operations. The page has no scripts and no external resources. Thread-safe.
 */
public final class NodePage {
    private static final int SHOWN_OPERATIONS = 15;
    /** An en dash for unknown values. */
    private static final String UNKNOWN = "\u2013";

    static final String STYLE = ":root{color-scheme:light dark;--line:#8883;--dim:#6b7280;--good:#1a7f37;"
            + "--bad:#cf222e;--link:#0969da}@media(prefers-color-scheme:dark){:root{--dim:#9198a1;--good:#3fb950;"
            + "--bad:#ff7b72;--link:#58a6ff}}body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;"
            + "padding:0 1rem}h1{margin:0}h2{margin:2rem 0 .5rem;font-size:1.1rem}p{margin:.3rem 0}a{color:var(--link)}"
            + ".dim{color:var(--dim)}.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}"
            + "td,th{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line);"
            + "vertical-align:top}th{color:var(--dim);font-weight:500}td.n,th.n{text-align:right;"
            + "font-variant-numeric:tabular-nums}.applied{color:var(--good)}.failed{color:var(--bad)}"
            + ".skipped,.waiting{color:var(--dim)}";

    private final BuildInfo build;
    private final NodeIdentity node;
    private final ReadAheadState readAhead;
    private final HookRecorder hooks;
    private final CompactionRecorder compactions;

    public NodePage(
            BuildInfo build,
            NodeIdentity node,
            ReadAheadState readAhead,
            HookRecorder hooks,
            CompactionRecorder compactions) {
        this.build = build;
        this.node = node;
        this.readAhead = readAhead;
        this.hooks = hooks;
        this.compactions = compactions;
    }

    String html() {
        Html html = new Html();
        html.raw("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Foreread</title>")
                .raw("<meta name=\"viewport\" content=\"width=device-width\"><style>")
                .raw(STYLE)
                .raw("</style><h1>Foreread <span class=\"dim\">")
                .text(build.version())
                .raw("</span></h1>");
        node(html);
        readAhead(html);
        html.raw("<p><a href=\"metrics\">metrics</a> &middot; <a href=\"ready\">ready</a></p>");
        hooks(html, hooks.statuses());
        operations(html, compactions.recent());
        return html.raw("</html>\n").toString();
    }

    private void node(Html html) {
        String[] labels = node.labels();
        html.raw("<p>");
        if (labels == null) html.raw("Cassandra is still starting.");
        else
            html.raw("Cassandra ")
                    .text(labels[4])
                    .raw(", cluster ")
                    .text(labels[0])
                    .raw(", datacenter ")
                    .text(labels[1])
                    .raw(", rack ")
                    .text(labels[2])
                    .raw(", host id ")
                    .text(labels[3]);
        html.raw("</p>");
    }

    private void readAhead(Html html) {
        html.raw("<p>Read-ahead is ")
                .raw(readAhead.enabled() ? "on" : "off")
                .raw(", block ")
                .bytes(readAhead.blockBytes())
                .raw("; buffers in use: ")
                .text(String.valueOf(readAhead.buffersInUse()))
                .raw(" (")
                .bytes(readAhead.bytesInUse())
                .raw(" of ")
                .bytes(readAhead.budgetBytes())
                .raw("), kept for future scans and writers: ")
                .bytes(readAhead.idleBytes())
                .raw("</p>");
    }

    private static void hooks(Html html, List<HookStatus> statuses) {
        html.raw("<h2>Hooks</h2>");
        if (statuses.isEmpty()) {
            html.raw("<p class=\"dim\">None.</p>");
            return;
        }
        html.raw("<div class=\"scroll\"><table><tr><th>hook<th>state<th>reason");
        for (HookStatus status : statuses) {
            String state = status.state().label();
            html.raw("<tr><td>").text(status.hook());
            html.raw("<td class=\"").raw(state).raw("\">").raw(state);
            html.raw("<td class=\"dim\">").text(status.reason());
        }
        html.raw("</table></div>");
    }

    private static void operations(Html html, List<FinishedOperation> operations) {
        html.raw("<h2>Recent compaction-like operations</h2>");
        if (operations.isEmpty()) {
            html.raw("<p class=\"dim\">None yet.</p>");
            return;
        }
        html.raw("<div class=\"scroll\"><table><tr><th>ended<th>activity<th>table<th class=\"n\">duration")
                .raw("<th class=\"n\">in<th class=\"n\">out<th class=\"n\">scanned<th class=\"n\">reads")
                .raw("<th class=\"n\">mean read<th class=\"n\">blocked in reads<th class=\"n\">allocated");
        for (FinishedOperation operation : operations.subList(0, Math.min(SHOWN_OPERATIONS, operations.size())))
            operation(html, operation);
        html.raw("</table></div>");
    }

    private static void operation(Html html, FinishedOperation operation) {
        long reads = operation.reads();
        html.raw("<tr><td>")
                .text(Instant.ofEpochMilli(operation.endedAtMillis())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString());
        html.raw("<td>").raw(operation.activity().label());
        html.raw("<td>").text(operation.keyspace() + "." + operation.table());
        cell(html, Html.seconds(operation.durationNanos()));
        cell(html, operation.inputBytes() == 0 ? UNKNOWN : Html.humanBytes(operation.inputBytes()));
        cell(html, Html.humanBytes(operation.outputBytes()));
        cell(html, operation.scannedBytes() == 0 ? UNKNOWN : Html.humanBytes(operation.scannedBytes()));
        cell(html, String.valueOf(reads));
        cell(html, reads == 0 ? UNKNOWN : Html.humanBytes(operation.readBytes() / reads));
        cell(html, Html.seconds(operation.readNanos()));
        cell(html, operation.allocatedBytes() < 0 ? UNKNOWN : Html.humanBytes(operation.allocatedBytes()));
    }

    private static void cell(Html html, String number) {
        html.raw("<td class=\"n\">").text(number);
    }
}
