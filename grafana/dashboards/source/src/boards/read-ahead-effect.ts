import { type Row, row } from "../vocabulary/board.js";
import { bars } from "../vocabulary/panels.js";
import { DATA, SCANS, rate, ratio, sumBy, treated, untreated } from "../vocabulary/promql.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const EMPTY =
  "There is no data if nothing was scanned in one of the two states within the time range. Choose a range that includes the change of the setting, which a blue line marks.";

const size = "cassandra_sstable_read_size_bytes";
const scannedMiB = `${sumBy("instance", rate("cassandra_node_compaction_scanned_bytes_total"))} / 1048576`;

/** Limits an expression to nodes with read-ahead on ({@link treated}) or off ({@link untreated}). */
type StateFilter = (expr: string) => string;

/** Sum of a rate over all steps of the time range and all nodes, while the nodes were in this state of read-ahead. */
const total = (inState: StateFilter, expr: string) =>
  `sum(sum_over_time((${inState(expr)})[$__range:$__rate_interval]))`;

const perState = (of: (inState: StateFilter) => string) => [
  query(of(untreated), "before: off"),
  query(of(treated), "after: on"),
];

/** Compares scans with read-ahead off and on, on the same nodes or on different ones. */
export function beforeAndAfter(): Row {
  return row("Before and after, over the time range", [
    bars({
      title: "Mean read of scans",
      shows:
        "Mean size of physical reads of Data.db by compaction and other scans, while read-ahead was off and while it was on.",
      good: "The mean with read-ahead is near 256 KiB.",
      otherwise: "If both are equal, scans fell back. See Fall-backs by reason.",
      empty: `${EMPTY} With disk_access_mode mmap, Cassandra has page faults instead of reads, so the value without read-ahead is missing.`,
      unit: Unit.BYTES,
      queries: perState((inState) =>
        ratio(
          total(inState, sumBy("instance", rate(`${size}_sum`, SCANS, DATA))),
          total(inState, sumBy("instance", rate(`${size}_count`, SCANS, DATA))),
        ),
      ),
    }),
    bars({
      title: "Requests per MiB compacted",
      shows: "Reads and mmap chunk accesses by scans divided by MiB scanned.",
      good: "With read-ahead it is a tenth or less.",
      otherwise: "If both are equal, scans fell back, or chunks are as large as blocks.",
      empty: EMPTY,
      unit: Unit.PLAIN,
      decimals: 1,
      queries: perState((inState) =>
        ratio(
          total(
            inState,
            sumBy(
              "instance",
              `${rate(`${size}_count`, SCANS, DATA)} or ${rate("cassandra_sstable_mmap_chunk_accesses_total", SCANS)}`,
            ),
          ),
          total(inState, scannedMiB),
        ),
      ),
    }),
    bars({
      title: "Compaction throughput per node",
      shows: "Uncompressed bytes scanned per second and node, for the time in which something was scanned.",
      good: "It is higher with read-ahead, unless the throttle limited both.",
      otherwise:
        "If both are equal, see Use of the throttle on the Compaction board. Near 100 %, raise compaction_throughput. Far below, the disk is not the limit.",
      empty: EMPTY,
      unit: Unit.BYTES_PER_SECOND,
      queries: perState((inState) => {
        const running = `${sumBy("instance", rate("cassandra_node_compaction_scanned_bytes_total"))} > 0`;
        return `avg(avg_over_time((${inState(running)})[$__range:$__rate_interval]))`;
      }),
    }),
    bars({
      title: "Wait for reads per MiB compacted",
      shows:
        "Seconds that scans spent in reads and mmap chunk accesses, divided by MiB scanned. With mmap this includes decompression.",
      good: "With read-ahead it is a fraction of the value without.",
      otherwise: "If both are equal, the data was in the page cache and no scan had to wait.",
      empty: EMPTY,
      unit: Unit.SECONDS,
      queries: perState((inState) =>
        ratio(
          total(
            inState,
            sumBy(
              "instance",
              `${rate("cassandra_sstable_read_seconds_sum", SCANS, DATA)} or ${rate("cassandra_sstable_mmap_chunk_access_seconds_total", SCANS)}`,
            ),
          ),
          total(inState, scannedMiB),
        ),
      ),
    }),
    bars({
      title: "Allocated per byte compacted",
      shows: "Heap bytes allocated by threads of compaction divided by bytes scanned.",
      good: "It is equal with and without read-ahead, which allocates nothing per read.",
      otherwise: "A difference means that other tables with rows of another size were compacted.",
      empty: EMPTY,
      unit: Unit.PLAIN,
      decimals: 2,
      queries: perState((inState) =>
        ratio(
          total(inState, sumBy("instance", rate("cassandra_allocated_bytes_total", 'thread_class="compaction"'))),
          total(inState, sumBy("instance", rate("cassandra_node_compaction_scanned_bytes_total"))),
        ),
      ),
    }),
    bars({
      title: "p99 of client reads",
      shows: "99th percentile of read latency at coordinators, for all reads in each state.",
      good: "It is not higher with read-ahead.",
      otherwise: "If it is higher, compaction uses more bandwidth. Reduce the compaction throttle.",
      empty: "There is no data if no client read in one of the two states within the time range.",
      unit: Unit.SECONDS,
      queries: perState(
        (inState) =>
          `histogram_quantile(0.99, sum by (cluster, le) (sum_over_time((${inState(rate("cassandra_client_request_latency_seconds_bucket", 'operation="read"'))})[$__range:$__rate_interval])))`,
      ),
    }),
  ]);
}
