import { board } from "../vocabulary/board.js";
import { counter, details, gauge } from "../vocabulary/details.js";
import { on } from "../vocabulary/promql.js";
import { NOT_OVER_JMX, inUnit, query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { clientDetails } from "./node-details-clients.js";
import { storageDetails } from "./node-details-storage.js";
import { replicaDetails } from "./node-details-replicas.js";
import { jvmDetails } from "./node-details-jvm.js";
import { accord, clusterMetadata } from "./node-details-6.js";

export const nodeDetails = board({
  uid: "foreread-node-details",
  title: "Node details",
  description: "Metrics of one node that no other board shows, by subsystem.",
  nodes: "one",
  variables: [],
  rows: [
    details("State and settings", [
      {
        title: "Switches",
        unit: Unit.PLAIN,
        shows: "1 for each feature that is enabled, and the share of requests that are traced.",
        good: "All nodes have the same values, and tracing is 0.",
        otherwise: "Use `nodetool statushandoff`, `statusbackup` and `gettraceprobability`.",
        queries: [
          gauge("cassandra_hinted_handoff_enabled", "hinted handoff"),
          gauge("cassandra_incremental_backups_enabled", "incremental backups"),
          inUnit(Unit.SHARE, gauge("cassandra_trace_probability", "traced requests")),
        ],
      },
      {
        title: "Access to sstables",
        unit: Unit.PLAIN,
        shows: "The current disk_access_mode.",
        good: "All nodes have the same mode.",
        otherwise:
          "Set `disk_access_mode` in cassandra.yaml and restart the node. With `mmap`, kernel readahead also applies to point reads.",
        empty: NOT_OVER_JMX,
        queries: [query(`${on("cassandra_disk_access_mode")} == 1`, "{{instance}} {{mode}}")],
      },
      {
        title: "Ownership",
        unit: Unit.SHARE,
        shows: "Share of the ring that the node owns.",
        good: "It is equal on all nodes of a datacenter.",
        otherwise: "If it differs, tokens were not allocated for the replication factor.",
        queries: [gauge("cassandra_ring_ownership_ratio", "ownership")],
      },
      {
        title: "Tokens",
        unit: Unit.COUNT,
        shows: "Number of tokens of the node.",
        good: "It is equal on all nodes of a datacenter.",
        otherwise: "The node was started with another num_tokens. Replace it.",
        queries: [gauge("cassandra_tokens", "tokens")],
      },
      {
        title: "Tables",
        unit: Unit.COUNT,
        shows: "Tables of the node, including those of Cassandra itself.",
        good: "There are fewer than 500.",
        otherwise: "Each table needs heap. Use one table with a tenant column instead of a table per tenant.",
        queries: [gauge("cassandra_node_tables", "tables")],
      },
      {
        title: "Lifetime of the node's certificates",
        unit: Unit.SECONDS,
        shows: "Remaining lifetime of the certificates for clients and for other nodes.",
        good: "It is above 14 days.",
        otherwise: "Renew the certificate before connections fail.",
        empty: "There is no data without encryption, or over remote JMX.",
        queries: [
          query(
            `min by (cluster, certificate, subject) (${on("cassandra_tls_certificate_expiry_timestamp_seconds")}) - time()`,
            "{{certificate}} {{subject}}",
          ),
        ],
      },
      {
        title: "Size without replication",
        unit: Unit.BYTES,
        shows:
          "Live data of the node, with the size of each keyspace divided by its replication factor, and size of all snapshots.",
        good: "Sizes grow as planned.",
        otherwise: "If snapshots grow, use `nodetool listsnapshots`, then `clearsnapshot`.",
        empty: "Cassandra 5.0 and later export this. All releases export snapshots.",
        queries: [
          gauge("cassandra_storage_unreplicated_load_bytes", "on disk"),
          gauge("cassandra_storage_unreplicated_uncompressed_load_bytes", "uncompressed"),
          gauge("cassandra_snapshots_size_on_disk_bytes", "snapshots"),
        ],
      },
    ]),
    clientDetails(),
    storageDetails(),
    replicaDetails(),
    jvmDetails(),
    details("Foreread", [
      {
        title: "Fills",
        unit: Unit.BYTES_PER_SECOND,
        shows:
          "Bytes per second read into read-ahead blocks, the part of them read by direct I/O, and bytes of chunks accessed through mmap.",
        good: "Blocks are filled while a scan runs. With read-ahead, mmap is 0.",
        otherwise: "For mmap, see Fall-backs by reason on the Read-ahead board.",
        empty: NOT_OVER_JMX,
        queries: [
          counter("foreread_fill_bytes_total", "filled"),
          counter("foreread_fill_direct_bytes_total", "by direct I/O"),
          counter("cassandra_sstable_mmap_chunk_bytes_total", "mmap"),
        ],
      },
      {
        title: "Time in fills",
        unit: Unit.THREADS,
        shows: "Seconds per second that scans waited for fills, where 1 is one thread.",
        good: "It is far below the number of running scans.",
        otherwise: "If it is near that number, the disk is the limit.",
        empty: NOT_OVER_JMX,
        queries: [counter("foreread_fill_seconds_total", "waiting")],
      },
      {
        title: "Scans and chunks",
        unit: Unit.PER_SECOND,
        shows:
          "Chunks decompressed ahead, scans that returned to read-ahead, and scans without memory to decompress ahead, per second.",
        good: "No scan lacks memory.",
        otherwise: "If scans lack memory, raise buffer-budget.",
        empty: NOT_OVER_JMX,
        queries: [
          counter("foreread_chunks_ahead_total", "chunks ahead"),
          counter("foreread_scans_resumed_total", "resumed"),
          counter("foreread_ahead_refused_total", "refused"),
        ],
      },
      {
        title: "Chunks compressed ahead",
        unit: Unit.PER_SECOND,
        shows: "Chunks that another thread wrote, and writers without memory for this, per second.",
        good: "No writer lacks memory.",
        otherwise: "If writers lack memory, raise buffer-budget.",
        empty: `${NOT_OVER_JMX} Both are 0 unless compress-ahead is set.`,
        queries: [
          counter("foreread_chunks_compressed_ahead_total", "chunks"),
          counter("foreread_compress_ahead_refused_total", "refused"),
        ],
      },
      {
        title: "Time in chunk writes",
        unit: Unit.THREADS,
        shows:
          "Seconds per second in compressing and writing chunks of Data.db, and in waiting for the thread that does so, where 1 is one thread.",
        good: "With compress-ahead, waiting is far below the writes.",
        otherwise: "If writers wait as long as chunks are written, compression is the limit of the compaction.",
        empty: NOT_OVER_JMX,
        queries: [
          counter("cassandra_sstable_chunk_write_seconds_sum", "writes"),
          counter("foreread_compress_ahead_wait_seconds_total", "waiting"),
        ],
      },
      {
        title: "Bytes in chunk writes",
        unit: Unit.BYTES_PER_SECOND,
        shows: "Bytes of the chunks written to compressed Data.db files, per second.",
        good: "It follows flushes and compactions.",
        otherwise: "If it is far above the client writes, look for repeated compactions of the same data.",
        empty: NOT_OVER_JMX,
        queries: [counter("cassandra_sstable_chunk_write_size_bytes_sum", "written")],
      },
      {
        title: "Block size",
        unit: Unit.BYTES,
        shows: "Size of a read-ahead block.",
        good: "It is 256 KiB unless configured.",
        otherwise: "See the configuration.",
        empty: NOT_OVER_JMX,
        queries: [gauge("foreread_block_bytes", "block")],
      },
      {
        title: "Compaction in bytes, of finished operations",
        unit: Unit.BYTES_PER_SECOND,
        shows: "Inputs and outputs on disk and allocated heap of operations that ended, by kind.",
        good: "Output is below input.",
        otherwise: "See the row What it costs on the Compaction board.",
        empty: `There is no data while no operation ends. ${NOT_OVER_JMX}`,
        queries: [
          counter("cassandra_node_compaction_input_bytes_total", "input", "activity"),
          counter("cassandra_node_compaction_output_bytes_total", "output", "activity"),
          counter("cassandra_node_compaction_allocated_bytes_total", "allocated", "activity"),
        ],
      },
    ]),
    clusterMetadata(),
    accord(),
  ],
});
