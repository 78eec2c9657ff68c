package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** Reads the number, size and age of the hint files on disk, if the release has an MBean attribute for them. */
final class HintsReader extends FactReader {
    private static final ObjectName BEAN = Attributes.name("org.apache.cassandra.hints:type=HintsService");
    private static final ObjectName STORAGE = Attributes.name("org.apache.cassandra.db:type=StorageService");

    HintsReader() {
        super(
                "hints",
                Refresh.SLOW,
                Arrays.asList(NodeFacts.HINT_FILES, NodeFacts.HINT_FILES_BYTES, NodeFacts.HINT_OLDEST));
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException {
        Attributes hints = Attributes.of(connection, BEAN, "PendingHints");
        if (!hints.has("PendingHints")) return;
        List<?> pending = hints.required("PendingHints", List.class);
        if (pending.isEmpty()) return;
        Attributes storage = Attributes.of(connection, STORAGE, "HostIdToEndpointWithPort");
        Map<?, ?> endpoints = storage.has("HostIdToEndpointWithPort")
                ? storage.required("HostIdToEndpointWithPort", Map.class)
                : Collections.emptyMap();
        for (Object one : pending) {
            Map<?, ?> text = (Map<?, ?>) one;
            String hostId = String.valueOf(text.get("host_id"));
            Object endpoint = endpoints.get(hostId);
            String[] labels = {endpoint == null ? "" : EndpointName.of(endpoint.toString()), hostId};
            emit(sink, NodeFacts.HINT_FILES, text.get("total_files"), 1, labels);
            emit(sink, NodeFacts.HINT_FILES_BYTES, text.get("total_size"), 1, labels);
            emit(sink, NodeFacts.HINT_OLDEST, text.get("oldest_timestamp"), 1e-3, labels);
        }
    }

    private static void emit(FactSink sink, Metric metric, @Nullable Object number, double scale, String[] labels) {
        if (number != null) sink.emit(metric, Double.parseDouble(number.toString()) * scale, labels);
    }
}
