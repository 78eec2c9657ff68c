package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Reads the active streams, and their sessions and bytes by peer. */
final class StreamsReader extends FactReader {
    private static final ObjectName BEAN = Attributes.name("org.apache.cassandra.net:type=StreamManager");

    StreamsReader() {
        super(
                "streams",
                Refresh.LIVE,
                Arrays.asList(
                        NodeFacts.STREAMS_ACTIVE,
                        NodeFacts.STREAM_SESSIONS,
                        NodeFacts.STREAM_BYTES,
                        NodeFacts.STREAM_TOTAL_BYTES));
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException {
        Set<?> plans = Attributes.of(connection, BEAN, "CurrentStreams").required("CurrentStreams", Set.class);
        Map<String, Peer> peers = new TreeMap<>();
        for (Object plan : plans)
            for (CompositeData session : rows((CompositeData) plan, "sessions"))
                peers.computeIfAbsent(peer(session), key -> new Peer()).add(session);
        sink.emit(NodeFacts.STREAMS_ACTIVE, plans.size());
        peers.forEach((name, peer) -> peer.emit(sink, name));
    }

    private static String peer(CompositeData session) {
        Integer port = session.containsKey("peer_port") ? (Integer) session.get("peer_port") : null;
        return EndpointName.of((String) session.get("peer"), port);
    }

    private static CompositeData[] rows(CompositeData data, String item) {
        CompositeData[] rows = (CompositeData[]) data.get(item);
        return rows == null ? new CompositeData[0] : rows;
    }

    private static double sum(CompositeData session, String rows, String item) {
        double sum = 0;
        for (CompositeData row : rows(session, rows)) sum += ((Number) row.get(item)).doubleValue();
        return sum;
    }

    /** The sum of all sessions with one peer. */
    private static final class Peer {
        private int sessions;
        private double in;
        private double inTotal;
        private double out;
        private double outTotal;

        void add(CompositeData session) {
            sessions++;
            in += sum(session, "receivingFiles", "currentBytes");
            inTotal += sum(session, "receivingSummaries", "totalSize");
            out += sum(session, "sendingFiles", "currentBytes");
            outTotal += sum(session, "sendingSummaries", "totalSize");
        }

        void emit(FactSink sink, String name) {
            sink.emit(NodeFacts.STREAM_SESSIONS, sessions, name);
            sink.emit(NodeFacts.STREAM_BYTES, in, name, "in");
            sink.emit(NodeFacts.STREAM_BYTES, out, name, "out");
            sink.emit(NodeFacts.STREAM_TOTAL_BYTES, inTotal, name, "in");
            sink.emit(NodeFacts.STREAM_TOTAL_BYTES, outTotal, name, "out");
        }
    }
}
