package io.foreread.exporter.mbean;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.Fact;
import io.foreread.exporter.catalog.JvmFacts;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.RecordingSink;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmSourceTest {
    private final JvmSource here = JvmSource.ofThisJvm(MetricsConfig.defaults());

    @Test
    void exportsAllFactsOfTheLiveRefreshClass() {
        System.gc();
        Set<String> recorded = families(RecordingSink.of(here));
        assertThat(recorded)
                .containsExactlyInAnyOrderElementsOf(JvmFacts.all().stream()
                        .filter(fact -> fact.refresh() == Refresh.LIVE)
                        .map((Fact fact) -> fact.metric().name())
                        .toList());
    }

    @Test
    void valuesAreInBaseUnitsAndPlausible() {
        Map<String, Double> recorded = RecordingSink.of(here).samples();
        assertThat(recorded.get("process_uptime_seconds")).isBetween(0.1, 86_400.0);
        assertThat(recorded.get("process_start_time_seconds") + recorded.get("process_uptime_seconds"))
                .isBetween(System.currentTimeMillis() / 1e3 - 60, System.currentTimeMillis() / 1e3 + 60);
        assertThat(recorded.get("process_cpu_seconds_total")).isBetween(0.1, 86_400.0);
        assertThat(recorded.get("jvm_memory_used_bytes[heap]")).isGreaterThan(1_000_000);
        double byState = recorded.entrySet().stream()
                .filter(sample -> sample.getKey().startsWith("jvm_threads_state"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        assertThat(byState).isBetween(recorded.get("jvm_threads_current") - 5, recorded.get("jvm_threads_current") + 5);
    }

    @Test
    void memoryPoolWithoutLimitExportsNoMaximum() {
        assertThat(RecordingSink.of(here).samples())
                .noneSatisfy((name, value) -> assertThat(value).isNegative());
    }

    /** The address of a JMX server is a JNDI name. BanJNDI is suppressed because the test starts the server itself. */
    @Test
    @SuppressWarnings("BanJNDI")
    void exportsARemoteJvmOverJmxWithOneReadPerMBean() throws IOException {
        JMXConnectorServer server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://127.0.0.1"), null, ManagementFactory.getPlatformMBeanServer());
        server.start();
        try (JMXConnector connector = JMXConnectorFactory.connect(server.getAddress())) {
            List<String> calls = new ArrayList<>();
            MBeanServerConnection counted = counting(connector.getMBeanServerConnection(), calls);
            JvmSource remote = JvmSource.of(() -> counted, MetricsConfig.defaults());
            assertThat(families(RecordingSink.of(remote))).isEqualTo(familiesOverJmx());
            remote.readFiles();
            calls.clear();
            RecordingSink.of(remote);
            long beans = ManagementFactory.getPlatformMBeanServer().getMBeanCount();
            assertThat(calls).hasSizeLessThanOrEqualTo((int) beans + 5);
            assertThat(calls.stream().filter(call -> call.startsWith("getAttributes")))
                    .as("each MBean is read once")
                    .doesNotHaveDuplicates();
        } finally {
            server.stop();
        }
    }

    private Set<String> familiesOverJmx() {
        Set<String> families = families(RecordingSink.of(here));
        families.removeAll(Set.of("jvm_threads_state", "process_resident_memory_bytes"));
        return families;
    }

    /** A node can have thousands of threads, and JMX transfers an object for each of them. */
    @Test
    void threadsOfARemoteJvmAreReadOnlyIfTheirStatesAreIncluded() {
        List<String> calls = new ArrayList<>();
        MBeanServerConnection counted = counting(ManagementFactory.getPlatformMBeanServer(), calls);
        JvmSource byDefault = JvmSource.of(() -> counted, MetricsConfig.defaults());
        assertThat(families(RecordingSink.of(byDefault))).doesNotContain("jvm_threads_state");
        assertThat(calls).noneMatch(call -> call.startsWith("invoke") || call.startsWith("getAttribute "));

        JvmSource included = JvmSource.of(
                () -> counted,
                MetricsConfig.of(Map.of("metrics.node.include", "jvm_threads_state"), new ArrayList<>()));
        assertThat(families(RecordingSink.of(included))).contains("jvm_threads_state");
        assertThat(calls).contains("invoke java.lang:type=Threading");
    }

    @Test
    void runtimeInfoOfARemoteJvmComesFromItsSystemProperties() {
        JvmSource remote = JvmSource.of(ManagementFactory::getPlatformMBeanServer, MetricsConfig.defaults());
        String info = "jvm_runtime_info[%s, %s, %s]"
                .formatted(
                        System.getProperty("java.runtime.version"),
                        System.getProperty("java.vm.vendor"),
                        System.getProperty("java.runtime.name"));
        assertThat(RecordingSink.of(remote).samples()).containsEntry(info, 1.0);
        assertThat(RecordingSink.of(here).samples()).containsEntry(info, 1.0);
    }

    @Test
    void limitOfDirectMemoryIsTheMaximumHeapUnlessAnOptionSetsIt() {
        MBeanServerConnection without = withArguments("-Xmx1g");
        Map<String, Double> byDefault = RecordingSink.of(JvmSource.of(() -> without, MetricsConfig.defaults()))
                .samples();
        assertThat(byDefault.get("jvm_direct_memory_max_bytes")).isEqualTo(byDefault.get("jvm_memory_max_bytes[heap]"));

        MBeanServerConnection limited = withArguments("-Xmx1g", "-XX:MaxDirectMemorySize=512m");
        JvmSource remote = JvmSource.of(() -> limited, MetricsConfig.defaults());
        assertThat(RecordingSink.of(remote).samples()).containsEntry("jvm_direct_memory_max_bytes", 512.0 * (1 << 20));

        MBeanServerConnection unlimited = withArguments("-XX:MaxDirectMemorySize=0");
        JvmSource zero = JvmSource.of(() -> unlimited, MetricsConfig.defaults());
        assertThat(RecordingSink.of(zero).samples())
                .containsEntry("jvm_direct_memory_max_bytes", byDefault.get("jvm_memory_max_bytes[heap]"));
    }

    /** The MBeans of this JVM, as if it had been started with these options. */
    private static MBeanServerConnection withArguments(String... arguments) {
        return (MBeanServerConnection) Proxy.newProxyInstance(
                JvmSourceTest.class.getClassLoader(),
                new Class<?>[] {MBeanServerConnection.class},
                (proxy, method, parameters) -> {
                    if (method.getName().equals("getAttributes")
                            && List.of((String[]) parameters[1]).contains("InputArguments"))
                        return new AttributeList(List.of(new Attribute("InputArguments", arguments)));
                    return method.invoke(ManagementFactory.getPlatformMBeanServer(), parameters);
                });
    }

    @Test
    void residentMemoryIsReadFromProcStatus(@TempDir Path directory) throws IOException {
        Path status = Files.writeString(directory.resolve("status"), "VmPeak:\t 9 kB\nVmRSS:\t  123 kB\nThreads:\t1\n");
        assertThat(ProcStatus.residentBytes(status)).isEqualTo(123 * 1024);
        assertThat(ProcStatus.residentBytes(Files.writeString(status, "Threads:\t1\n")))
                .isNegative();
        assertThat(ProcStatus.residentBytes(directory.resolve("missing"))).isNegative();
    }

    @Test
    void secondScrapeDoesNotReadTheSystemAttributesAgain() {
        List<String> calls = new ArrayList<>();
        MBeanServerConnection counted = counting(ManagementFactory.getPlatformMBeanServer(), calls);
        JvmSource jvm = JvmSource.of(() -> counted, MetricsConfig.defaults());
        Set<String> first = RecordingSink.of(jvm).samples().keySet();
        long atFirst =
                calls.stream().filter(call -> call.endsWith("OperatingSystem")).count();
        calls.clear();
        assertThat(RecordingSink.of(jvm).samples().keySet()).isEqualTo(first);
        assertThat(calls.stream().filter(call -> call.endsWith("OperatingSystem")))
                .hasSize((int) atFirst - 1);
    }

    @Test
    void systemAttributesAreReadAgainAfterTheJvmHasChanged() {
        MBeanServerConnection[] jvm = {counting(ManagementFactory.getPlatformMBeanServer(), new ArrayList<>())};
        JvmSource source = JvmSource.of(() -> jvm[0], MetricsConfig.defaults());
        RecordingSink.of(source);
        List<String> calls = new ArrayList<>();
        jvm[0] = counting(ManagementFactory.getPlatformMBeanServer(), calls);
        assertThat(RecordingSink.of(source).samples()).containsKey("process_open_fds");
        assertThat(calls.stream().filter(call -> call.endsWith("OperatingSystem")))
                .hasSize(2);
    }

    @Test
    void familiesCanBeExcludedAtRunTime() {
        here.configure(MetricsConfig.of(Map.of("metrics.node.exclude", "jvm_*"), new ArrayList<>()));
        assertThat(families(RecordingSink.of(here)))
                .contains("process_cpu_seconds_total")
                .noneMatch(name -> name.startsWith("jvm_"));
    }

    @Test
    void unreachableJvmExportsNothing() {
        JvmSource remote = JvmSource.of(() -> null, MetricsConfig.defaults());
        assertThat(RecordingSink.of(remote).samples()).isEmpty();
    }

    @Test
    void exportsZeroDeadlockedThreads() {
        NodeFactsSource deadlocks = new NodeFactsSource(
                ManagementFactory::getPlatformMBeanServer,
                MetricsConfig.defaults(),
                new CurrentRing(),
                System::nanoTime,
                List.of(new DeadlocksReader()));
        deadlocks.read(Refresh.SLOW);
        assertThat(StubNode.recorded(deadlocks)).containsOnly(Map.entry("jvm_threads_deadlocked", 0.0));
    }

    private static Set<String> families(RecordingSink sink) {
        return sink.samples().keySet().stream()
                .map(key -> key.replaceFirst("\\[.*", ""))
                .collect(Collectors.toSet());
    }

    private static MBeanServerConnection counting(MBeanServerConnection connection, List<String> calls) {
        return (MBeanServerConnection) Proxy.newProxyInstance(
                JvmSourceTest.class.getClassLoader(),
                new Class<?>[] {MBeanServerConnection.class},
                (proxy, method, arguments) -> {
                    calls.add(method.getName() + ' ' + arguments[0]);
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
