package io.foreread.exporter.catalog;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts the scope of a Cassandra metric to label values. */
enum Scope {
    /** The metric has no scope. */
    NONE {
        @Override
        String @Nullable [] labelValues(String text) {
            return text.isEmpty() ? new String[0] : null;
        }
    },
    /**
     * A client operation. Scopes with a consistency level (Read-ONE) are skipped, because they count the same requests.
     */
    OPERATION("operation") {
        @Override
        String @Nullable [] labelValues(String text) {
            return known(OPERATIONS, text);
        }
    },
    /** A client operation with a consistency level: {@code Read-LOCAL_QUORUM}. */
    CONSISTENCY("operation", "consistency") {
        @Override
        String @Nullable [] labelValues(String text) {
            int dash = text.indexOf('-');
            String operation = dash < 0 ? null : OPERATIONS.get(text.substring(0, dash));
            return operation == null ? null : new String[] {operation, text.substring(dash + 1)};
        }
    },
    /**
     * The writes of lightweight transactions. The scope CASRead is ignored, because its MBeans (from 4.0 on) have the
     * same values.
     */
    CAS_WRITE {
        @Override
        String @Nullable [] labelValues(String text) {
            return only("CASWrite", text);
        }
    },
    VIEW_WRITE {
        @Override
        String @Nullable [] labelValues(String text) {
            return only("ViewWrite", text);
        }
    },
    DENYLIST {
        @Override
        String @Nullable [] labelValues(String text) {
            return only("PartitionDenylist", text);
        }
    },
    ROW_INDEX {
        @Override
        String @Nullable [] labelValues(String text) {
            return only("RowIndexEntry", text);
        }
    },
    CACHE("cache") {
        @Override
        String @Nullable [] labelValues(String text) {
            return known(CACHES, text);
        }
    },
    /** A cache of roles, credentials or permissions: {@code NetworkPermissionsCache}. */
    AUTH_CACHE("cache") {
        @Override
        String @Nullable [] labelValues(String text) {
            return text.isEmpty() ? null : new String[] {snakeCase(text.replaceFirst("Cache$", ""))};
        }
    },
    /** A buffer pool, for files or for the network. 3.11 has only the pool for files, and this pool has no name. */
    BUFFER_POOL("pool") {
        @Override
        String @Nullable [] labelValues(String text) {
            return new String[] {text.isEmpty() ? "chunk_cache" : text.replace('-', '_')};
        }
    },
    /** The address of another node. */
    PEER("peer") {
        @Override
        String @Nullable [] labelValues(String text) {
            return text.isEmpty() ? null : new String[] {PeerName.readable(text)};
        }
    },
    DATACENTER("datacenter") {
        @Override
        String @Nullable [] labelValues(String text) {
            return given(text);
        }
    },
    CIDR_GROUP("cidr_group") {
        @Override
        String @Nullable [] labelValues(String text) {
            return given(text);
        }
    },
    REPAIR_TYPE("repair_type") {
        @Override
        String @Nullable [] labelValues(String text) {
            return given(text);
        }
    },
    JOURNAL("journal") {
        @Override
        String @Nullable [] labelValues(String text) {
            return given(text);
        }
    },
    /** The kind of an Accord transaction. */
    ACCORD("transaction") {
        @Override
        String @Nullable [] labelValues(String text) {
            return known(TRANSACTIONS, text);
        }
    },
    /** The content of an Accord cache. */
    ACCORD_CACHE("cache") {
        @Override
        String @Nullable [] labelValues(String text) {
            return text.isEmpty() ? null : new String[] {snakeCase(text)};
        }
    },
    /** A message type. 4.0 and later use verbs; they are mapped to the names of 3.11 where these exist. */
    MESSAGE("message_type") {
        @Override
        String @Nullable [] labelValues(String text) {
            return text.isEmpty() ? null : new String[] {MESSAGE_TYPES.getOrDefault(text, text)};
        }
    },
    /**
     * Group and name of a thread pool; a group has no dot. Each repair command has a pool of its own, such as {@code Repair#12},
     * which has no series with a native name: nodes with thousands of commands a day would have as many new series.
     */
    POOL("group", "pool") {
        @Override
        String @Nullable [] labelValues(String text) {
            int dot = text.indexOf('.');
            return dot < 0 || text.startsWith("Repair#", dot + 1)
                    ? null
                    : new String[] {text.substring(0, dot), text.substring(dot + 1)};
        }
    },
    KEYSPACE("keyspace") {
        @Override
        String @Nullable [] labelValues(String text) {
            return given(text);
        }
    },
    /** The aggregate of all tables: {@code all} in the registry, empty in the name of the MBean. */
    ALL_TABLES {
        @Override
        String @Nullable [] labelValues(String text) {
            return text.isEmpty() || text.equals("all") ? new String[0] : null;
        }
    },
    /** A keyspace and a table or view. Names with a second dot are hidden index tables, see {@link #INDEX}. */
    TABLE("keyspace", "table") {
        @Override
        String @Nullable [] labelValues(String text) {
            return parts(text, 2);
        }
    },
    /** The hidden table of a secondary index, named {@code <table>.<index>}. */
    INDEX("keyspace", "table", "index") {
        @Override
        String @Nullable [] labelValues(String text) {
            return parts(text, 3);
        }
    },
    /** A storage-attached index. The last part of the scope is the name of the metrics class in Cassandra. */
    SAI_INDEX("keyspace", "table", "index") {
        @Override
        String @Nullable [] labelValues(String text) {
            String[] parts = parts(text, 4);
            return parts == null ? null : Arrays.copyOf(parts, 3);
        }
    },
    /** All storage-attached indexes of a table. */
    SAI_TABLE("keyspace", "table") {
        @Override
        String @Nullable [] labelValues(String text) {
            String[] parts = parts(text, 3);
            return parts == null || parts[2].equals(SAI_SHARED_PART) ? null : Arrays.copyOf(parts, 2);
        }
    },
    /** The shared part of a table's storage-attached indexes; {@link #SAI_TABLE} has metrics of the same names. */
    SAI_SHARED("keyspace", "table") {
        @Override
        String @Nullable [] labelValues(String text) {
            String[] parts = parts(text, 3);
            return parts != null && parts[2].equals(SAI_SHARED_PART) ? Arrays.copyOf(parts, 2) : null;
        }
    };

    private static final String SAI_SHARED_PART = "IndexGroupMetrics";

    private final List<String> labelNames;

    Scope(String... labelNames) {
        this.labelNames = Collections.unmodifiableList(Arrays.asList(labelNames));
    }

    List<String> labelNames() {
        return labelNames;
    }

    private static final Map<String, String> OPERATIONS = new HashMap<>();
    private static final Map<String, String> CACHES = new HashMap<>();
    private static final Map<String, String> MESSAGE_TYPES = new HashMap<>();
    private static final Map<String, String> TRANSACTIONS = new HashMap<>();

    static {
        OPERATIONS.put("Read", "read");
        OPERATIONS.put("Write", "write");
        OPERATIONS.put("RangeSlice", "range_slice");
        OPERATIONS.put("CASRead", "cas_read");
        OPERATIONS.put("CASWrite", "cas_write");
        OPERATIONS.put("ViewWrite", "view_write");
        OPERATIONS.put("AccordRead", "accord_read");
        OPERATIONS.put("AccordWrite", "accord_write");

        CACHES.put("KeyCache", "key");
        CACHES.put("RowCache", "row");
        CACHES.put("CounterCache", "counter");
        CACHES.put("ChunkCache", "chunk");

        MESSAGE_TYPES.put("BATCH_REMOVE_REQ", "BATCH_REMOVE");
        MESSAGE_TYPES.put("BATCH_STORE_REQ", "BATCH_STORE");
        MESSAGE_TYPES.put("COUNTER_MUTATION_REQ", "COUNTER_MUTATION");
        MESSAGE_TYPES.put("HINT_REQ", "HINT");
        MESSAGE_TYPES.put("MUTATION_REQ", "MUTATION");
        MESSAGE_TYPES.put("RANGE_REQ", "RANGE_SLICE");
        MESSAGE_TYPES.put("READ_REQ", "READ");
        MESSAGE_TYPES.put("READ_REPAIR_REQ", "READ_REPAIR");
        MESSAGE_TYPES.put("REQUEST_RSP", "REQUEST_RESPONSE");

        TRANSACTIONS.put("ro", "read");
        TRANSACTIONS.put("rw", "write");
        TRANSACTIONS.put("rx", "sync_point");
    }

    /** @return null if metrics with this scope are not exported */
    abstract String @Nullable [] labelValues(String text);

    private static String @Nullable [] known(Map<String, String> values, String text) {
        String value = values.get(text);
        return value == null ? null : new String[] {value};
    }

    private static String @Nullable [] only(String expected, String text) {
        return text.equals(expected) ? new String[0] : null;
    }

    private static String @Nullable [] given(String text) {
        return text.isEmpty() ? null : new String[] {text};
    }

    private static String snakeCase(String camelCase) {
        return camelCase.replaceAll("(?<=.)(?=\\p{Upper})", "_").toLowerCase(Locale.ROOT);
    }

    private static String @Nullable [] parts(String text, int count) {
        String[] parts = text.split("\\.", -1);
        return parts.length == count ? parts : null;
    }
}
