package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.control.ReadAheadMXBean;
import io.foreread.agent.resident.dispatch.ProbeDispatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.management.ObjectName;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.Test;

/** Attaches the classes of this build to a simulated node, and detaches them. */
class NodeAttachmentTest extends SimulatedNode {
    private static final List<String> WRITER_HOOKS =
            List.of("chunk-writer", "writer-commit", "max-size-writer", "leveled-writer", "splitting-writer");

    @Test
    void attachStartsEverythingAndDetachLeavesNothing() throws Exception {
        Map<String, byte[]> original = byteCode();
        Answer answer = attach("listen=127.0.0.1:" + port);
        assertThat(answer).asString().startsWith("ok Foreread ").contains("http://127.0.0.1:" + port + "/metrics");
        assertThat(last()).startsWith("attached ");
        assertThat(beans.isRegistered(new ObjectName(ReadAheadMXBean.NAME))).isTrue();
        assertThat(metrics())
                .contains("foreread_build_info{", "foreread_hook_status{hook=\"channel-proxy\",state=\"applied\"");
        for (Map.Entry<String, byte[]> type : byteCode().entrySet())
            assertThat(type.getValue()).as(type.getKey()).isNotEqualTo(original.get(type.getKey()));
        // Leaves a record of the attachment in a thread that goes on.
        ProbeDispatch.channelRead("/data/nb-1-big-Data.db", 4096, ProbeDispatch.channelReadStarts());
        ProbeDispatch.commandEnds(ProbeDispatch.commandStarts(true));
        assertThat(metrics()).contains("cassandra_sstable_read_size_bytes_count{activity=\"other\",component=\"Data\"");

        assertThat(attachments.detach()).hasToString("ok Foreread is detached");
        assertNothingIsLeft(original);
    }

    /** Otherwise a scan could wait for them, or need a jar that has been replaced. */
    @Test
    void everyClassThatAScanNeedsIsLoadedByTheAttach() throws IOException {
        assertThat(attach("listen=off").isOk()).isTrue();
        ClassLoader loader = loaders.get(0).get();
        Set<String> loaded = Stream.of(ByteBuddyAgent.install().getAllLoadedClasses())
                .filter(type -> type.getClassLoader() == loader)
                .map(type -> type.getName().replace('.', '/') + ".class")
                .collect(Collectors.toSet());
        try (JarFile file = new JarFile(jar.toFile())) {
            List<String> needed = file.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith("io/foreread/agent/readahead/") && !name.contains("package-info"))
                    .toList();
            assertThat(needed).hasSizeGreaterThan(10);
            assertThat(loaded).containsAll(needed);
        }
    }

    @Test
    void writersAreNotWovenWhileCompressAheadIsOff() throws Exception {
        String skipped = "state=\"skipped\",reason=\"compress-ahead is off\"";
        attach("listen=127.0.0.1:" + port);
        for (String hook : WRITER_HOOKS)
            assertThat(metrics()).contains("foreread_hook_status{hook=\"" + hook + "\"," + skipped);
        assertThat(metrics()).doesNotContain("foreread_hook_status{hook=\"compressed-writer\"," + skipped);
        assertThat(attachments.detach().isOk()).isTrue();
        attach("compress-ahead=auto,listen=127.0.0.1:" + port);
        assertThat(metrics()).contains("hook=\"writer-commit\"").doesNotContain(skipped);
        assertThat(attachments.detach().isOk()).isTrue();
        assertCollected();
    }

    @Test
    void attachAndDetachCanBeRepeated() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(attach("listen=127.0.0.1:" + port)).asString().startsWith("ok ");
            assertThat(metrics()).contains("foreread_build_info{");
            assertThat(attachments.detach().isOk()).isTrue();
        }
        assertCollected();
    }

    @Test
    void portInUseIsAnsweredAndTheAgentIsAttached() throws Exception {
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(attach("listen=127.0.0.1:" + taken.getLocalPort()))
                    .asString()
                    .startsWith("ok ")
                    .contains("no metrics are served: cannot listen on 127.0.0.1:" + port);
        }
        assertThat(beans.isRegistered(new ObjectName(ReadAheadMXBean.NAME))).isTrue();
        assertThat(attachments.detach().isOk()).isTrue();
        assertCollected();
    }

    @Test
    void withoutAnEndpointTheAnswerSaysSo() {
        assertThat(attach("listen=off")).asString().endsWith("no metrics are served: listen is off");
    }
}
