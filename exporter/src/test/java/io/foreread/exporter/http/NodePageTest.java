package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.HookStatus;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodePageTest {
    private final Endpoint endpoint = new Endpoint();

    NodePageTest() throws EndpointException {}

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Test
    void isHtmlWithoutExternalResources() throws Exception {
        HttpResponse<String> response = endpoint.get("/");
        assertThat(response.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'");
        assertThat(response.body())
                .startsWith("<!doctype html>")
                .contains("Foreread", "1.2.3", "color-scheme:light dark")
                .contains("href=\"metrics\"", "href=\"ready\"")
                .doesNotContain("<script", "src=", "@import", "http://", "https://");
    }

    @Test
    void showsReadAheadWithReadableSizes() throws Exception {
        assertThat(endpoint.get("/").body())
                .contains("Read-ahead is on, block 256.0 KiB; buffers in use: 3 (768.0 KiB of 64.0 MiB)")
                .contains("kept for future scans and writers: 512.0 KiB");
    }

    @Test
    void showsStateAndReasonOfEveryHook() throws Exception {
        endpoint.hooks.set(new HookStatus("channel-proxy", HookStatus.State.APPLIED, ""));
        endpoint.hooks.set(new HookStatus("scrubber", HookStatus.State.FAILED, "no method scrub()"));
        assertThat(endpoint.get("/").body())
                .contains("channel-proxy<td class=\"applied\">applied")
                .contains("scrubber<td class=\"failed\">failed<td class=\"dim\">no method scrub()");
    }

    @Test
    void listsRecentCompactions() throws Exception {
        assertThat(endpoint.get("/").body()).contains("None yet.");
        endpoint.compactions.begin(this, Activity.CLEANUP, "shop", "orders", () -> 5 << 20);
        endpoint.compactions.wrote(1536);
        endpoint.compactions.end(this);
        assertThat(endpoint.get("/").body())
                .contains("<td>cleanup<td>shop.orders")
                .contains("<td class=\"n\">1.5 KiB<td class=\"n\">5.0 MiB");
    }

    @Test
    void escapesNames() throws Exception {
        endpoint.hooks.set(new HookStatus("<b>", HookStatus.State.SKIPPED, "\"a\" & 'b' <script>alert(1)</script>"));
        endpoint.compactions.begin(this, Activity.COMPACTION, "<i>", "\"T\"", () -> 0);
        endpoint.compactions.end(this);
        assertThat(endpoint.get("/").body())
                .contains("&lt;b&gt;", "&quot;a&quot; &amp; &#39;b&#39; &lt;script&gt;alert(1)&lt;/script&gt;")
                .contains("&lt;i&gt;.&quot;T&quot;")
                .doesNotContain("<script", "<b>", "<i>");
    }

    @Test
    void showsThatCassandraIsStarting() throws Exception {
        assertThat(endpoint.get("/").body()).contains("Cassandra is still starting.");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1.0 KiB",
        "1048575, 1024.0 KiB",
        "1048576, 1.0 MiB",
        "1610612736, 1.50 GiB"
    })
    void bytesAreReadable(long bytes, String text) {
        assertThat(Html.humanBytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 ms", "999400000, 999 ms", "1000000000, 1.0 s", "75250000000, 75.3 s"})
    void durationsAreReadable(long nanos, String text) {
        assertThat(Html.seconds(nanos)).isEqualTo(text);
    }
}
