package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/** Reads how this node accesses sstables. Cassandra has replaced {@code auto} by a mode before it opens the first one. */
final class DiskAccessReader extends FactReader {
    /** The modes that exist on every line. They are always exported, because an alert uses the value 0. */
    private static final List<String> MODES =
            Collections.unmodifiableList(Arrays.asList("mmap", "mmap_index_only", "standard"));

    private final Function<String, @Nullable Object> configuration;

    DiskAccessReader() {
        this(ThisNode::configured);
    }

    /**
     * @param configuration calls a getter of Cassandra's {@code DatabaseDescriptor} by its name; returns null if the
     *     release has no such getter
     */
    DiskAccessReader(Function<String, @Nullable Object> configuration) {
        super("disk_access", Refresh.SLOW, Collections.singletonList(NodeFacts.DISK_ACCESS_MODE));
        this.configuration = configuration;
    }

    @Override
    boolean readsThisNodeOnly() {
        return true;
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) {
        Object data = configuration.apply("getDiskAccessMode");
        Object index = configuration.apply("getIndexAccessMode");
        if (data == null || index == null) return;
        // Cassandra stores mmap_index_only as the mode standard and a separate mode of index files.
        String current = data.toString().equals("standard") && index.toString().equals("mmap")
                ? "mmap_index_only"
                : data.toString();
        Set<String> modes = new LinkedHashSet<>(MODES);
        modes.add(current);
        for (String mode : modes) sink.emit(NodeFacts.DISK_ACCESS_MODE, mode.equals(current) ? 1 : 0, mode);
    }
}
