import { type Row, row } from "../vocabulary/board.js";
import { bars } from "../vocabulary/panels.js";
import { DATA, SCANS, rate, ratio, sumBy, treated, untreated } from "../vocabulary/promql.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const EMPTY =
  "While nothing was scanned in one of the two states within the time range. Choose one that holds the moment when read-ahead was switched on; the blue line marks it.";

const size = "cassandra_sstable_read_size_bytes";
const scannedMiB = `${sumBy("instance", rate("cassandra_node_compaction_scanned_bytes_total"))} / 1048576`;

type Kind = (expr: string) => string;

/** Sum over nodes and time of a rate, of the steps in which a node was of that kind. */
const total = (kind: Kind, expr: string) => `sum(sum_over_time((${kind(expr)})[$__range:$__rate_interval]))`;

const both = (of: (kind: Kind) => string) => [query(of(untreated), "before: off"), query(of(treated), "after: on")];

/** The same work before and after, on the same nodes or on different ones. */
export function beforeAndAfter(): Row {
  return row("Before and after, over the time range", [
    bars({
      title: "Mean read of scans",
      shows:
        "Bytes through physical reads of Data.db by compaction and its kind, while read-ahead was off and while it was on.",
      good: "after is near 256 KiB.",
      otherwise: "equal: scans fell back; see Fall-backs.",
      empty: `${EMPTY} Before is empty under disk_access_mode mmap, where stock Cassandra makes page faults instead of reads.`,
      unit: Unit.BYTES,
      queries: both((kind) =>
        ratio(
          total(kind, sumBy("instance", rate(`${size}_sum`, SCANS, DATA))),
          total(kind, sumBy("instance", rate(`${size}_count`, SCANS, DATA))),
        ),
      ),
    }),
    bars({
      title: "Requests per MiB compacted",
      shows: "Reads and mmap chunk accesses by scans through MiB scanned.",
      good: "after is a tenth of before, or less.",
      otherwise: "equal: scans fell back, or chunks are as large as blocks.",
      empty: EMPTY,
      unit: Unit.PLAIN,
      decimals: 1,
      queries: both((kind) =>
        ratio(
          total(
            kind,
            sumBy(
              "instance",
              `${rate(`${size}_count`, SCANS, DATA)} or ${rate("cassandra_sstable_mmap_chunk_accesses_total", SCANS)}`,
            ),
          ),
          total(kind, scannedMiB),
        ),
      ),
    }),
    bars({
      title: "Compaction throughput per node",
      shows: "Uncompressed bytes scanned per second and node, of the time in which something was scanned.",
      good: "after is higher, unless the throttle held both.",
      otherwise:
        "equal at the throttle: raise compaction_throughput. Equal below it: the disk was not what held it up.",
      empty: EMPTY,
      unit: Unit.BYTES_PER_SECOND,
      queries: both((kind) => {
        const running = `${sumBy("instance", rate("cassandra_node_compaction_scanned_bytes_total"))} > 0`;
        return `avg(avg_over_time((${kind(running)})[$__range:$__rate_interval]))`;
      }),
    }),
    bars({
      title: "Wait for reads per MiB compacted",
      shows:
        "Seconds in reads and in mmap chunk accesses by scans, through MiB scanned; through mmap decompression is in it.",
      good: "after is a fraction of before.",
      otherwise: "equal: the pages were in the page cache, so there was nothing to wait for.",
      empty: EMPTY,
      unit: Unit.SECONDS,
      queries: both((kind) =>
        ratio(
          total(
            kind,
            sumBy(
              "instance",
              `${rate("cassandra_sstable_read_seconds_sum", SCANS, DATA)} or ${rate("cassandra_sstable_mmap_chunk_access_seconds_total", SCANS)}`,
            ),
          ),
          total(kind, scannedMiB),
        ),
      ),
    }),
    bars({
      title: "Allocated per byte compacted",
      shows: "Heap bytes that compaction's threads allocated through bytes scanned.",
      good: "the same before and after: reading ahead allocates nothing per read.",
      otherwise: "different: other tables were compacted; rows of another size allocate differently.",
      empty: EMPTY,
      unit: Unit.PLAIN,
      decimals: 2,
      queries: both((kind) =>
        ratio(
          total(kind, sumBy("instance", rate("cassandra_allocated_bytes_total", 'thread_class="compaction"'))),
          total(kind, sumBy("instance", rate("cassandra_node_compaction_scanned_bytes_total"))),
        ),
      ),
    }),
    bars({
      title: "p99 of client reads",
      shows: "99th percentile of read latency at coordinators, of all reads made in each state.",
      good: "after is no higher.",
      otherwise: "higher: compaction takes more bandwidth now; throttle it.",
      empty: "While no client read in one of the two states within the time range.",
      unit: Unit.SECONDS,
      queries: both(
        (kind) =>
          `histogram_quantile(0.99, sum by (le) (sum_over_time((${kind(rate("cassandra_client_request_latency_seconds_bucket", 'operation="read"'))})[$__range:$__rate_interval])))`,
      ),
    }),
  ]);
}
