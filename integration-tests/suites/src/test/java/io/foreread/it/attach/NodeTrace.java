package io.foreread.it.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.NodeJmx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.awaitility.Awaitility;

/** What an agent has in the JVM of a node while it is attached, and must not leave behind. */
final class NodeTrace {
    /** Classes of these packages and names may stay. docs/operations.md lists them too. */
    private static final String RESIDENT = "io\\.foreread\\.agent\\.(ForereadAgent|resident\\..*)"
            + "|org\\.apache\\.cassandra\\.io\\.(util\\.ScanReader|sstable\\.format\\.DataFile)";

    private static final String HTTP_SERVER = "a thread of the HTTP server";

    /** Smaller than a slab of Foreread's buffers, and than a chunk of Cassandra's buffer pool. */
    private static final long TOLERANCE_BYTES = 1 << 20;

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private NodeTrace() {}

    /** The names of the threads of Foreread, and of those of the JDK's HTTP server, which have no names on Java 8. */
    static List<String> threads(AttachableNode node) {
        try {
            ThreadMXBean threads = ManagementFactory.newPlatformMXBeanProxy(
                    node.jmx().server(), ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
            return Stream.of(threads.dumpAllThreads(false, false))
                    .filter(Objects::nonNull)
                    .filter(thread -> thread.getThreadName().startsWith("foreread") || isOfHttpServer(thread))
                    .map(thread -> isOfHttpServer(thread) ? HTTP_SERVER : thread.getThreadName())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Foreread's own threads run requests with classes of the server too. */
    private static boolean isOfHttpServer(ThreadInfo thread) {
        return !thread.getThreadName().startsWith("foreread")
                && Stream.of(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().startsWith("sun.net.httpserver."));
    }

    static List<ObjectName> beans(AttachableNode node) {
        return node.jmx().beans("*:*").stream()
                .filter(bean -> bean.getDomain().contains("foreread"))
                .toList();
    }

    /** The direct memory of the JVM, of Cassandra and Foreread together. */
    static long directBytes(AttachableNode node) {
        return node.jmx().getAttribute(NodeJmx.name("java.nio:type=BufferPool,name=direct"), "MemoryUsed");
    }

    static long metaspaceBytes(AttachableNode node) {
        CompositeData usage =
                node.jmx().getAttribute(NodeJmx.name("java.lang:type=MemoryPool,name=Metaspace"), "Usage");
        return (long) usage.get("used");
    }

    static boolean isOpen(URI endpoint) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()), 2000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Checks that the other checks of this class can fail: an attached agent has all of these. */
    static void assertPresent(AttachableNode node, LoadedClasses classes) {
        assertThat(threads(node)).anyMatch(name -> name.startsWith("foreread"));
        assertThat(threads(node)).contains(HTTP_SERVER);
        assertThat(beans(node)).contains(NodeJmx.READ_AHEAD);
        assertThat(isOpen(node.endpoint())).isTrue();
        assertThat(classes.ofAttachments(node)).hasSizeGreaterThan(100);
    }

    /** @param directBytes the direct memory of a node to which the agent was never attached */
    static void assertNone(AttachableNode node, LoadedClasses classes, long directBytes) {
        assertThat(threads(node)).isEmpty();
        assertThat(beans(node)).isEmpty();
        assertThat(isOpen(node.endpoint())).isFalse();
        awaitCollected(node, classes);
        assertThat(classes.resident(node)).isNotEmpty().allMatch(name -> name.matches(RESIDENT));
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> {
            node.jmx().collectGarbage();
            assertThat(directBytes(node)).as("direct memory").isLessThanOrEqualTo(directBytes + TOLERANCE_BYTES);
        });
    }

    /** Waits until the garbage collector has unloaded the classes of all attachments. */
    static void awaitCollected(AttachableNode node, LoadedClasses classes) {
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> {
            node.jmx().collectGarbage();
            assertThat(classes.ofAttachments(node)).as("classes of attachments").isEmpty();
        });
    }
}
