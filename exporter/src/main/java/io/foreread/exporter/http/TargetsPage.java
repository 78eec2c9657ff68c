package io.foreread.exporter.http;

import io.foreread.exporter.config.BuildInfo;
import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders the page at {@code /} of the standalone exporter: its nodes, and why a node is down. */
public final class TargetsPage {
    /** A node on the page. */
    public interface Target {
        /** {@code host:port}. */
        String name();

        /** The reason why the node is down, or null if it is up. */
        @Nullable
        String problem();

        /** A one-line summary of the node; empty if it is down. */
        String summary();
    }

    private TargetsPage() {}

    public static String html(BuildInfo build, List<? extends Target> targets) {
        Html html = new Html();
        html.raw("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Foreread exporter</title>")
                .raw("<meta name=\"viewport\" content=\"width=device-width\"><style>")
                .raw(NodePage.STYLE)
                .raw("</style><h1>Foreread exporter <span class=\"dim\">")
                .text(build.version())
                .raw(
                        "</span></h1><p><a href=\"metrics\">metrics</a> &middot; <a href=\"exporter\">exporter</a> &middot; <a href=\"ready\">ready</a></p>")
                .raw("<h2>Nodes</h2><div class=\"scroll\"><table><tr><th>node<th>state<th>");
        for (Target target : targets) {
            String problem = target.problem();
            html.raw("<tr><td><a href=\"metrics?target=")
                    .text(encoded(target.name()))
                    .raw("\">")
                    .text(target.name())
                    .raw("</a>");
            if (problem == null)
                html.raw("<td class=\"applied\">up<td class=\"dim\">").text(target.summary());
            else html.raw("<td class=\"failed\">down<td>").text(problem);
        }
        return html.raw("</table></div></html>\n").toString();
    }

    private static String encoded(String name) {
        try {
            return URLEncoder.encode(name, "UTF-8");
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException(e);
        }
    }
}
