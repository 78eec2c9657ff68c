import { board, row } from "../vocabulary/board.js";
import { heat, number, states, trend } from "../vocabulary/panels.js";
import { DATA, SCANS, mean, on, rate, ratio, sum, sumBy, treated, untreated } from "../vocabulary/promql.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { volumeLimits } from "../vocabulary/variables.js";
import { beforeAndAfter } from "./read-ahead-effect.js";
import { health } from "./read-ahead-health.js";

const IDLE = "While no sstable is scanned.";
const MMAP =
  "Under disk_access_mode mmap a node that does not read ahead makes no reads, only page faults, which show as mmap chunk accesses.";

const size = "cassandra_sstable_read_size_bytes";
const mmapAccesses = "cassandra_sstable_mmap_chunk_accesses_total";

/** The requests that a volume may get: under mmap at least one page fault per chunk. */
const requests = (...matchers: string[]) => `${rate(`${size}_count`, ...matchers)} or ${rate(mmapAccesses)}`;
const iopsShare = `${sumBy("instance", requests())} / $iops_limit`;
const transferred = `${rate(`${size}_sum`)} or ${rate("cassandra_node_compaction_written_bytes_total")}`;
const bandwidthShare = `${sumBy("instance", transferred)} / ($mibps_limit * 1048576)`;
const verdict = `((${iopsShare}) > bool 0.8) * ((${iopsShare}) >= bool (${bandwidthShare})) + 2 * ((${bandwidthShare}) > bool 0.8) * ((${bandwidthShare}) > bool (${iopsShare}))`;

const scanned = sumBy("instance", rate("cassandra_node_compaction_scanned_bytes_total"));
const saved = `${rate("foreread_chunks_served_total")} - ${rate("foreread_fills_total")}`;

const words = [
  { value: 0, text: "neither", color: "green" },
  { value: 1, text: "IOPS-bound", color: "red" },
  { value: 2, text: "bandwidth-bound", color: "orange" },
] as const;

export const readAhead = board({
  uid: "foreread-read-ahead",
  title: "Read-ahead",
  description:
    "How large the reads of sstables are, what they cost the volume, and what reading ahead changed. Needs the agent: over JMX none of this can be measured.",
  variables: [...volumeLimits()],
  rows: [
    row("Now", [
      number({
        title: "Nodes that read ahead",
        shows: "Nodes whose new scans read ahead, and nodes that carry the agent with read-ahead switched off.",
        good: "all on, once you have seen it work on one.",
        otherwise:
          "`read-ahead` in foreread.yaml or the switch of MBean io.foreread:type=ReadAhead is off there; the hooks below say why a node cannot.",
        unit: Unit.PLAIN,
        queries: [
          query(`sum(${on("foreread_read_ahead_enabled")})`, "on"),
          query(`count(${on("foreread_read_ahead_enabled")}) - sum(${on("foreread_read_ahead_enabled")})`, "off"),
        ],
      }),
      number({
        title: "Mean read of scans",
        shows: "Mean size of a physical read of Data.db by compaction and its kind.",
        good: "near 256 KiB, or the whole file where sstables are smaller.",
        otherwise: "about 15 KiB is one compressed chunk per read: read-ahead is off or falls back; see Fall-backs.",
        empty: `${IDLE} ${MMAP}`,
        unit: Unit.BYTES,
        steps: [
          { from: 0, color: "red" },
          { from: 65536, color: "yellow" },
          { from: 131072, color: "green" },
        ],
        queries: [query(mean("", size, SCANS, DATA), "mean read")],
      }),
      number({
        title: "Reads saved",
        shows:
          "Chunks taken from read-ahead blocks less the reads that filled them: requests that the volume did not get.",
        good: "many times the reads that were made.",
        otherwise: "0 while compactions run: no scan reads ahead; see Scans by reader.",
        unit: Unit.READS_PER_SECOND,
        queries: [query(sum(saved), "saved")],
      }),
      number({
        title: "Chunks per fill",
        shows: "Chunks that one read of a block served.",
        good: "block size through compressed chunk: about 17 for 15 KB chunks and blocks of 256 KiB.",
        otherwise:
          "2 or less: large chunks (chunk_length 128 KiB and more) or tiny sstables, so there is little to gain.",
        empty: IDLE,
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [
          query(ratio(sum(rate("foreread_chunks_served_total")), sum(rate("foreread_fills_total"))), "chunks per fill"),
        ],
      }),
      number({
        title: "Compaction throughput",
        shows:
          "Uncompressed bytes that compaction and its kind scan, running operations included, over the chosen nodes.",
        good: "as high as the throttle, or as the volume gives.",
        otherwise: "see the verdict beside it, and the throttle on the Compaction board.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sum(rate("cassandra_node_compaction_scanned_bytes_total")), "scanned")],
      }),
      number({
        title: "Verdict",
        shows:
          "How many nodes are short of what: the limit, of $iops_limit requests/s and $mibps_limit MiB/s, of which a node uses over 80 %.",
        good: "neither, or bandwidth-bound while compacting: then you get what you pay for.",
        otherwise:
          "IOPS-bound: larger reads help, so see why those nodes do not read ahead; if they do, point reads spend the requests. Which nodes: see below.",
        empty: "Until a node has read an sstable.",
        unit: Unit.PLAIN,
        queries: words.map(({ value, text }) => query(`sum((${verdict}) == bool ${value})`, text)),
      }),
    ]),
    row("How large the reads are", [
      heat({
        title: "Read sizes: compaction",
        shows: "Physical reads of Data.db by compactions, per step, by size.",
        good: "one dark band at the block size, 256 KiB; a thin one below it is the ends of files.",
        otherwise: "a band at 8 to 16 KiB is one read per chunk: see Fall-backs and Scans by reader.",
        empty: `${IDLE} ${MMAP}`,
        unit: Unit.BYTES,
        queries: [query(sizes('activity="compaction"'), "{{le}}")],
      }),
      heat({
        title: "Read sizes: validation, cleanup, scrub and the like",
        shows:
          "Physical reads of Data.db by repair's validation, anticompaction, cleanup, upgradesstables, scrub, verify and index builds, per step, by size.",
        good: "one band at the block size.",
        otherwise: "as for compaction.",
        empty: `While none of these runs. ${MMAP}`,
        unit: Unit.BYTES,
        queries: [
          query(
            sizes('activity=~"validation|anticompaction|cleanup|upgradesstables|scrub|verify|index_build"'),
            "{{le}}",
          ),
        ],
      }),
      heat({
        title: "Read sizes: range reads",
        shows:
          "Physical reads of Data.db by range reads of clients, per step, by size. They start with one chunk and double.",
        good: "a ramp from the chunk length upwards; short ranges stay small.",
        otherwise: "only small ones with long ranges: the chunk cache is on and is kept (reason chunk_cache).",
        empty: "While no client reads ranges.",
        unit: Unit.BYTES,
        queries: [query(sizes('activity="range_read"'), "{{le}}")],
      }),
      heat({
        title: "Read sizes: point reads",
        shows:
          "Physical reads of Data.db by reads of single partitions, per step, by size. Foreread never touches them.",
        good: "one band at the compressed chunk length, the same before and after.",
        otherwise:
          "large chunks make large point reads: lower chunk_length_in_kb of read-heavy tables and run upgradesstables.",
        empty: `While no point read reaches a disk. ${MMAP}`,
        unit: Unit.BYTES,
        queries: [query(sizes('activity="point_read"'), "{{le}}")],
      }),
      trend({
        title: "Mean read size by activity",
        shows:
          "Mean physical read of Data.db, and the size at which the volume's two limits meet: smaller reads run out of IOPS, larger ones out of bandwidth.",
        good: "scans above the line, point reads near the chunk length.",
        otherwise: "scans below the line are IOPS-bound at full speed: see Fall-backs.",
        empty: MMAP,
        unit: Unit.BYTES,
        queries: [
          query(mean("activity", size, DATA), "{{activity}}"),
          query("vector($mibps_limit * 1048576 / $iops_limit)", "limits meet"),
        ],
      }),
      trend({
        title: "Physical reads by component",
        shows: "Reads per second of each component of sstables, over all activities.",
        good: "Data far ahead while compacting.",
        otherwise:
          "many reads of Statistics: many small sstables are compacted or opened; see live sstables on the Table board.",
        unit: Unit.READS_PER_SECOND,
        queries: [query(sumBy("component", rate(`${size}_count`)), "{{component}}")],
      }),
    ]),
    row("What they cost the volume", [
      trend({
        title: "Physical reads by activity",
        shows: "Who spends the requests of the disk: reads of sstables per second, page cache hits included.",
        good: "point and range reads get the larger part; scans read little and large.",
        otherwise:
          "scans ahead of clients: they should read ahead and do not, or many run at once (concurrent_compactors).",
        unit: Unit.IO_PER_SECOND,
        queries: [query(sumBy("activity", rate(`${size}_count`)), "{{activity}}")],
      }),
      trend({
        title: "Bytes read by activity",
        shows: "Bytes of physical reads of sstables per second, page cache hits included.",
        good: "scans near the throttle of compaction while they run.",
        otherwise: "point reads move far more than clients receive: chunks are too large for the rows.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("activity", rate(`${size}_sum`)), "{{activity}}")],
      }),
      trend({
        title: "Chunk accesses through mmap by activity",
        shows:
          "Chunks accessed through mmap. Each not in the page cache is a page fault or more, of the size of the kernel's readahead.",
        good: "point reads only, where nodes read ahead.",
        otherwise: "compaction here means it does not read ahead: see Fall-backs.",
        empty: "With disk_access_mode standard, and mmap_index_only as to data.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("activity", rate(mmapAccesses)), "{{activity}}")],
      }),
      states({
        title: "IOPS-bound or bandwidth-bound",
        shows:
          "The verdict over time: the limit of which a node used over 80 %. Counted as the kernel is asked, so what the page cache answers is in it: an upper bound.",
        good: "neither, or bandwidth-bound while compacting.",
        otherwise:
          "IOPS-bound for long: larger reads, or more IOPS. Set $iops_limit and $mibps_limit to what the volume is sold with.",
        empty: "Until a node has read an sstable.",
        unit: Unit.PLAIN,
        words,
        queries: [query(verdict, "{{instance}}")],
      }),
      trend({
        title: "Share of the IOPS limit",
        shows: "Reads and mmap chunk accesses per second through $iops_limit.",
        good: "below 80 %; it falls when read-ahead is switched on.",
        otherwise: "near 100 %: reads queue, of clients too. See Physical reads by activity for who it is.",
        unit: Unit.SHARE,
        min: 0,
        steps: [
          { from: 0, color: "green" },
          { from: 0.8, color: "red" },
        ],
        queries: [query(iopsShare, "{{instance}}")],
      }),
      trend({
        title: "Share of the bandwidth limit",
        shows: "Bytes read of sstables and written by compaction per second through $mibps_limit.",
        good: "rises when read-ahead is switched on, up to the throttle of compaction.",
        otherwise: "near 100 %: compaction takes all there is; throttle it if clients suffer.",
        unit: Unit.SHARE,
        min: 0,
        steps: [
          { from: 0, color: "green" },
          { from: 0.8, color: "orange" },
        ],
        queries: [query(bandwidthShare, "{{instance}}")],
      }),
    ]),
    row("What read-ahead saves", [
      trend({
        title: "Reads made and reads saved",
        shows: "Reads that filled blocks, and the further ones that chunk-sized reading would have made.",
        good: "saved is many times made.",
        otherwise: "both 0 while compactions run: see Scans by reader.",
        unit: Unit.READS_PER_SECOND,
        queries: [query(sum(rate("foreread_fills_total")), "made"), query(sum(saved), "saved")],
      }),
      trend({
        title: "Chunks per fill",
        shows: "Chunks that one read of a block served, by node; and the share of chunks that lay across two blocks.",
        good: "steady for the same tables.",
        otherwise: "falls: smaller sstables or larger chunks are being scanned.",
        empty: IDLE,
        unit: Unit.PLAIN,
        queries: [
          query(
            ratio(
              sumBy("instance", rate("foreread_chunks_served_total")),
              sumBy("instance", rate("foreread_fills_total")),
            ),
            "{{instance}}",
          ),
          query(
            ratio(sum(rate("foreread_chunks_straddling_total")), sum(rate("foreread_chunks_served_total"))),
            "share across two blocks",
          ),
        ],
      }),
      trend({
        title: "Threads blocked in reads by activity",
        shows:
          "Seconds per second spent in physical reads: 1 is one thread that always waits. Chunk accesses through mmap are beside, decompression included.",
        good: "compaction's falls when read-ahead is switched on.",
        otherwise:
          "compaction near the number of running compactions: it does nothing but wait for the disk; see the verdict.",
        empty: "Through mmap: with disk_access_mode standard.",
        unit: Unit.THREADS,
        queries: [
          query(sumBy("activity", rate("cassandra_sstable_read_seconds_sum")), "{{activity}}"),
          query(
            sumBy("activity", rate("cassandra_sstable_mmap_chunk_access_seconds_total")),
            "{{activity}} through mmap",
          ),
        ],
      }),
      trend({
        title: "Share of a compaction that waits for reads",
        shows:
          "Time blocked in reads through time running, of compactions, by node; none under mmap without read-ahead.",
        good: "below 10 %: then CPU, allocation or the throttle decide.",
        otherwise:
          "over half: the disk decides. IOPS-bound: read ahead. Bandwidth-bound: that is all the volume gives.",
        empty: IDLE,
        unit: Unit.SHARE,
        min: 0,
        queries: [
          query(
            ratio(
              sumBy("instance", rate("cassandra_node_compaction_read_seconds_total")),
              sumBy("instance", `avg_over_time(${on("cassandra_compaction_running")}[$__rate_interval])`),
            ),
            "{{instance}}",
          ),
        ],
      }),
    ]),
    row("Treated and untreated nodes, side by side", [
      trend({
        title: "Compaction throughput: nodes that read ahead",
        shows: "Uncompressed bytes scanned per second by each node whose new scans read ahead.",
        good: "higher than on the right at the same throttle, with fewer reads.",
        otherwise:
          "equal and at the throttle: raise compaction_throughput, the disk now has room. Equal below it: not I/O-bound; see JVM and allocation.",
        empty: "While read-ahead is on nowhere.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(treated(scanned), "{{instance}}")],
      }),
      trend({
        title: "Compaction throughput: nodes that do not",
        shows:
          "The same of each node with the agent whose read-ahead is off. Around the moment of switching neither shows a rate.",
        good: "empty, once you have compared.",
        otherwise: "switch read-ahead on there: MBean io.foreread:type=ReadAhead, no restart.",
        empty: "While read-ahead is on everywhere.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(untreated(scanned), "{{instance}}")],
      }),
      trend({
        title: "Requests per MiB compacted",
        shows: "Reads and mmap chunk accesses by scans through MiB scanned: the cost of compaction in requests.",
        good: "about 2 to 4 where nodes read ahead, 64 and more where they do not.",
        otherwise: "high on a node that should read ahead: see Fall-backs.",
        empty: IDLE,
        unit: Unit.PLAIN,
        queries: [
          query(`avg(${treated(requestsPerMiB())})`, "reads ahead"),
          query(`avg(${untreated(requestsPerMiB())})`, "does not"),
        ],
      }),
      trend({
        title: "p99 of client reads",
        shows: "99th percentile of read latency at coordinators that read ahead and at those that do not.",
        good: "no worse where nodes read ahead: point reads are untouched, and compaction leaves them more requests.",
        otherwise: "worse: compaction is faster and takes more bandwidth; throttle it, and report it.",
        empty: "While no client reads, or all nodes are of one kind.",
        unit: Unit.SECONDS,
        queries: [query(p99(treated), "reads ahead"), query(p99(untreated), "does not")],
      }),
    ]),
    beforeAndAfter(),
    health(),
  ],
});

function sizes(activity: string): string {
  return `sum by (le) (increase(${on(`${size}_bucket`, activity, DATA)}[$__rate_interval]))`;
}

function requestsPerMiB(): string {
  const reads = `${rate(`${size}_count`, SCANS, DATA)} or ${rate(mmapAccesses, SCANS)}`;
  return ratio(sumBy("instance", reads), `${scanned} / 1048576`);
}

function p99(kind: (expr: string) => string): string {
  return `histogram_quantile(0.99, sum by (le) (${kind(rate("cassandra_client_request_latency_seconds_bucket", 'operation="read"'))}))`;
}
