package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.jmx.JmxServer;
import io.foreread.exporter.jmx.MetricBean;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a running exporter limits the classes and the size of objects that nodes send. */
class DeserializedClassesTest {
    @TempDir
    private Path directory;

    /** A node that is not trusted must not use up the memory of the exporter, which also monitors other nodes. */
    @Test
    void valuesWithLargeArraysAreNotDeserialized() throws Exception {
        try (JmxServer node = JmxServer.start()) {
            node.add("type=Storage,name=Exceptions", MetricBean.counter(2));
            node.add("type=Storage,name=TotalHints", MetricBean.counter(3))
                    .attributes
                    .put("Count", BigInteger.ONE.shiftLeft(8 * 3_000_000));
            try (ChildExporter exporter = exporterOf(node)) {
                awaitExceptions(exporter);
                assertThat(exporter.get("metrics").body()).doesNotContain("\ncassandra_storage_hints_total ");
            }
        }
    }

    /** A node that is not trusted must not choose the classes that the exporter instantiates. */
    @Test
    void objectsOfOtherClassesAreNotDeserialized() throws Exception {
        Path trace = directory.resolve("trace");
        try (JmxServer node = JmxServer.start()) {
            node.add("type=Storage,name=Exceptions", MetricBean.counter(2));
            node.add("type=Storage,name=TotalHints", MetricBean.counter(3))
                    .attributes
                    .put("Count", new Planted(trace.toString()));
            try (ChildExporter exporter = exporterOf(node)) {
                awaitExceptions(exporter);
                assertThat(exporter.get("metrics").body()).doesNotContain("\ncassandra_storage_hints_total ");
            }
        }
        assertThat(trace).doesNotExist();
    }

    private ChildExporter exporterOf(JmxServer node) throws IOException {
        return new ChildExporter(
                directory, "--listen", "127.0.0.1:0", "--jmx", node.address().toString());
    }

    private static void awaitExceptions(ChildExporter exporter) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                        exporter.get("metrics").body())
                .contains("\ncassandra_storage_exceptions_total 2\n"));
    }

    /** Leaves a file when it is deserialized. */
    private static final class Planted extends Number {
        private static final long serialVersionUID = 1L;

        private final String trace;

        Planted(String trace) {
            this.trace = trace;
        }

        private Object readResolve() throws IOException {
            Files.createFile(Path.of(trace));
            return this;
        }

        @Override
        public int intValue() {
            return 4;
        }

        @Override
        public long longValue() {
            return 4;
        }

        @Override
        public float floatValue() {
            return 4;
        }

        @Override
        public double doubleValue() {
            return 4;
        }
    }
}
