package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.foreread.agent.install.ClassBytes;
import io.foreread.agent.resident.dispatch.Dispatch;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * This JVM, which has the classes of Cassandra and a simulated service of a node. The classes of this build are attached to
 * it.
 */
abstract class SimulatedNode {
    private static final List<String> HOOKED = List.of(
            "org.apache.cassandra.io.util.ChannelProxy",
            "org.apache.cassandra.io.util.SequentialWriter",
            "org.apache.cassandra.db.compaction.CompactionTask");

    @TempDir
    private static Path directory;

    static Path jar;

    final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    final List<String> states = Collections.synchronizedList(new ArrayList<>());
    final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    final Attachments attachments = new Attachments(this::load, states::add, 5);
    private final HttpClient client = HttpClient.newHttpClient();
    final SimulatedService service = new SimulatedService();
    /** Threads of other tests. */
    private final Set<Thread> otherThreads = Thread.getAllStackTraces().keySet();
    /** Properties of the build, which the agent would take for settings. */
    private final Properties removed = new Properties();

    int port;

    @BeforeAll
    static void writeJar() throws IOException {
        jar = BuiltClasses.writeTo(directory.resolve("foreread-agent.jar"));
    }

    @BeforeEach
    void startService() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        for (String name : System.getProperties().stringPropertyNames())
            if (name.startsWith("foreread.")) removed.put(name, System.clearProperty(name));
        beans.registerMBean(service, new ObjectName("org.apache.cassandra.db:type=StorageService"));
        for (String name : HOOKED) Class.forName(name, false, getClass().getClassLoader());
    }

    @AfterEach
    void end() throws Exception {
        service.mayReturn.countDown();
        attachments.detach();
        Dispatch.toNone();
        System.getProperties().putAll(removed);
        beans.unregisterMBean(new ObjectName("org.apache.cassandra.db:type=StorageService"));
    }

    void assertNothingIsLeft(Map<String, byte[]> original) throws Exception {
        assertThat(last()).isEqualTo("detached");
        assertThat(beans.queryNames(new ObjectName("io.foreread:*"), null)).isEmpty();
        assertThat(ourThreads()).isEmpty();
        assertThatThrownBy(this::metrics).isInstanceOf(ConnectException.class);
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        for (Map.Entry<String, byte[]> type : byteCode().entrySet())
            assertThat(type.getValue()).as(type.getKey()).isEqualTo(original.get(type.getKey()));
        assertCollected();
    }

    private AttachedCopy load(File file) throws Exception {
        AttachedCopy copy = AttachedCopy.load(file);
        loaders.add(new WeakReference<>(copy.attachment().getClass().getClassLoader()));
        return copy;
    }

    Answer attach(String arguments) {
        return attachments.attach(jar.toFile(), arguments, ByteBuddyAgent.install(), true);
    }

    String last() {
        return states.get(states.size() - 1);
    }

    void assertCollected() {
        assertThat(loaders).isNotEmpty();
        for (WeakReference<ClassLoader> loader : loaders) awaitCollected(loader);
    }

    static void awaitCollected(WeakReference<ClassLoader> loader) {
        await("class loader after a detach").until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }

    String metrics() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    static Map<String, byte[]> byteCode() throws Exception {
        Map<String, byte[]> byteCode = new TreeMap<>();
        for (String name : HOOKED)
            byteCode.put(name, ClassBytes.of(Class.forName(name, false, SimulatedNode.class.getClassLoader())));
        return byteCode;
    }

    List<String> ourThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !otherThreads.contains(thread))
                .map(Thread::getName)
                .filter(name -> name.startsWith("foreread-"))
                .sorted()
                .toList();
    }

    /** Attributes of Cassandra's service: whether the node has started, and one that the agent reads in the background. */
    public interface SimulatedServiceMXBean {
        boolean isInitialized();

        String getOperationMode();
    }

    public static final class SimulatedService implements SimulatedServiceMXBean {
        final CountDownLatch hanging = new CountDownLatch(1);
        final CountDownLatch mayReturn = new CountDownLatch(1);
        volatile boolean initialized = true;
        volatile boolean hangs;

        @Override
        public boolean isInitialized() {
            return initialized;
        }

        @Override
        public String getOperationMode() {
            hanging.countDown();
            try {
                if (hangs) mayReturn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "NORMAL";
        }
    }
}
