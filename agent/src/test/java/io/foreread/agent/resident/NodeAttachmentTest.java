package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.foreread.agent.control.ReadAheadMXBean;
import io.foreread.agent.install.ClassBytes;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.resident.dispatch.ProbeDispatch;
import io.foreread.exporter.MetricsExporter;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attaches the classes of this build to this JVM, which has the classes of Cassandra and a simulated service of a node, and
 * detaches them.
 */
class NodeAttachmentTest {
    private static final List<String> HOOKED = List.of(
            "org.apache.cassandra.io.util.ChannelProxy",
            "org.apache.cassandra.io.util.SequentialWriter",
            "org.apache.cassandra.db.compaction.CompactionTask");
    private static final List<String> WRITER_HOOKS =
            List.of("chunk-writer", "writer-commit", "max-size-writer", "leveled-writer", "splitting-writer");

    @TempDir
    private static Path directory;

    private static Path jar;

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    private final List<String> states = Collections.synchronizedList(new ArrayList<>());
    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    private final Attachments attachments = new Attachments(this::load, states::add, 5);
    private final HttpClient client = HttpClient.newHttpClient();
    private final SimulatedService service = new SimulatedService();
    /** Threads of other tests. */
    private final Set<Thread> otherThreads = Thread.getAllStackTraces().keySet();
    /** Properties of the build, which the agent would take for settings. */
    private final Properties removed = new Properties();

    private int port;

    @BeforeAll
    static void writeJar() throws IOException {
        TestJar written = new TestJar();
        for (Class<?> one : new Class<?>[] {Attachments.class, MetricsExporter.class}) addAll(location(one), written);
        jar = written.write(directory.resolve("foreread-agent.jar"));
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

    @Test
    void nodeThatHasNotStartedIsRefusedWithoutAChange() throws Exception {
        service.initialized = false;
        assertRefused("listen=off", "Cassandra has not started yet");
    }

    @Test
    void wrongSettingsAreRefusedWithoutAChange() throws Exception {
        assertRefused("block-size=3,colour=blue", "block-size: '3' is not allowed");
        assertRefused("config=/nonexistent/foreread.yaml", "/nonexistent/foreread.yaml does not exist");
        assertRefused("enabled=false", "switched off by configuration");
    }

    private void assertRefused(String arguments, String reason) throws Exception {
        Map<String, byte[]> original = byteCode();
        assertThat(attach(arguments)).asString().startsWith("refused ").contains(reason);
        assertNothingIsLeft(original);
    }

    /** Another MBean has the name, so that the first step of the start fails. */
    @Test
    void startThatFailsToRegisterTheMBeanLeavesNothing() throws Exception {
        ObjectName name = new ObjectName(ReadAheadMXBean.NAME);
        beans.registerMBean(new SimulatedService(), name);
        Map<String, byte[]> original = byteCode();
        try {
            assertThat(attach("listen=127.0.0.1:" + port)).asString().startsWith("failed the start failed: ");
            assertThat(beans.isRegistered(name)).isTrue();
        } finally {
            beans.unregisterMBean(name);
        }
        assertNothingIsLeft(original);
    }

    /** At these calls the endpoint is open, and at the second one the transformer is registered too. */
    @ParameterizedTest
    @ValueSource(strings = {"addTransformer", "getAllLoadedClasses"})
    void startThatFailsToWeaveLeavesNothing(String failing) throws Exception {
        Map<String, byte[]> original = byteCode();
        AtomicInteger failures = new AtomicInteger(1);
        Answer answer =
                attachments.attach(jar.toFile(), "listen=127.0.0.1:" + port, failingJvm(failing, failures), true);
        assertThat(failures).hasValue(0);
        assertThat(answer)
                .hasToString("failed the start failed: java.lang.IllegalStateException: " + failing + " has failed");
        assertNothingIsLeft(original);
    }

    @Test
    void rollbackThatFailsCanBeRepeated() throws Exception {
        Map<String, byte[]> original = byteCode();
        AtomicInteger failures = new AtomicInteger(2);
        Answer answer = attachments.attach(
                jar.toFile(), "listen=127.0.0.1:" + port, failingJvm("getAllLoadedClasses", failures), true);
        assertThat(failures).hasValue(0);
        assertThat(answer.message()).contains("the detach is incomplete", "cannot restore the byte code");
        assertThat(last()).startsWith("incomplete ").contains("cannot restore the byte code");
        assertThat(attachments.detach()).hasToString("ok Foreread is detached");
        assertNothingIsLeft(original);
    }

    @Test
    void readOfAnMBeanThatHangsDoesNotPreventADetachNorTheNextAttach() throws Exception {
        String state = "detached; its memory is freed when these threads end: foreread-background-reader";
        Map<String, byte[]> original = byteCode();
        service.hangs = true;
        attach("listen=127.0.0.1:" + port);
        assertThat(service.hanging.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(attachments.detach()).hasToString("ok Foreread is " + state);
        for (Map.Entry<String, byte[]> type : byteCode().entrySet())
            assertThat(type.getValue()).as(type.getKey()).isEqualTo(original.get(type.getKey()));

        assertThat(attach("listen=off")).asString().startsWith("ok ");
        assertThat(attachments.detach()).hasToString("ok Foreread is " + state);

        // The former attachment is freed while another one, with threads of the same names, is attached.
        service.hangs = false;
        assertThat(attach("listen=127.0.0.1:" + port)).asString().startsWith("ok ");
        service.mayReturn.countDown();
        awaitCollected(loaders.get(0));
        assertThat(attachments.detach()).hasToString("ok Foreread is detached");
        await().until(() -> ourThreads().isEmpty());
        assertNothingIsLeft(original);
    }

    /** A JVM whose method throws that often, and works then. */
    private static Instrumentation failingJvm(String failing, AtomicInteger failures) {
        Instrumentation real = ByteBuddyAgent.install();
        return (Instrumentation) Proxy.newProxyInstance(
                NodeAttachmentTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals(failing) && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0)
                        throw new IllegalStateException(failing + " has failed");
                    return method.invoke(real, arguments);
                });
    }

    private void assertNothingIsLeft(Map<String, byte[]> original) throws Exception {
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

    private Answer attach(String arguments) {
        return attachments.attach(jar.toFile(), arguments, ByteBuddyAgent.install(), true);
    }

    private String last() {
        return states.get(states.size() - 1);
    }

    private void assertCollected() {
        assertThat(loaders).isNotEmpty();
        for (WeakReference<ClassLoader> loader : loaders) awaitCollected(loader);
    }

    private static void awaitCollected(WeakReference<ClassLoader> loader) {
        await("class loader after a detach").until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }

    private String metrics() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private static Map<String, byte[]> byteCode() throws Exception {
        Map<String, byte[]> byteCode = new TreeMap<>();
        for (String name : HOOKED)
            byteCode.put(name, ClassBytes.of(Class.forName(name, false, NodeAttachmentTest.class.getClassLoader())));
        return byteCode;
    }

    private List<String> ourThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !otherThreads.contains(thread))
                .map(Thread::getName)
                .filter(name -> name.startsWith("foreread-"))
                .sorted()
                .toList();
    }

    private static Path location(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    /** Adds the classes and resources of Foreread from a directory or a jar. */
    private static void addAll(Path source, TestJar target) throws IOException {
        if (Files.isDirectory(source)) {
            try (Stream<Path> files = Files.walk(source.resolve("io/foreread"))) {
                for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator)
                    target.with(source.relativize(file).toString(), Files.readAllBytes(file));
            }
            return;
        }
        try (JarFile file = new JarFile(source.toFile())) {
            for (var entry : (Iterable<java.util.jar.JarEntry>) file.stream()
                    .filter(one -> !one.isDirectory() && one.getName().startsWith("io/foreread/"))::iterator)
                target.with(entry.getName(), file.getInputStream(entry).readAllBytes());
        }
    }

    /** Attributes of Cassandra's service: whether the node has started, and one that the agent reads in the background. */
    public interface SimulatedServiceMXBean {
        boolean isInitialized();

        String getOperationMode();
    }

    public static final class SimulatedService implements SimulatedServiceMXBean {
        private final CountDownLatch hanging = new CountDownLatch(1);
        private final CountDownLatch mayReturn = new CountDownLatch(1);
        private volatile boolean initialized = true;
        private volatile boolean hangs;

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
