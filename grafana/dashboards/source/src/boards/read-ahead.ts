import { board, row } from "../vocabulary/board.js";
import { heat, number, states, trend } from "../vocabulary/panels.js";
import { DATA, SCANS, mean, on, rate, ratio, sum, sumBy, treated, untreated } from "../vocabulary/promql.js";
import { inUnit, query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { volumeLimits } from "../vocabulary/variables.js";
import { manySstables } from "./many-sstables.js";
import { beforeAndAfter } from "./read-ahead-effect.js";
import { health } from "./read-ahead-health.js";

const IDLE = "There is no data while no sstable is scanned.";
const MMAP =
  "With disk_access_mode mmap, a node that does not read ahead has page faults instead of reads, which are counted as mmap chunk accesses.";

const size = "cassandra_sstable_read_size_bytes";
const mmapAccesses = "cassandra_sstable_mmap_chunk_accesses_total";

/** Reads that can reach the volume. With mmap, a chunk access that is not in the page cache causes at least one page fault. */
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
    "How large the reads of sstables are, what they cost the volume, and what reading ahead changed. This needs the agent, because none of it can be measured over JMX.",
  variables: [...volumeLimits()],
  rows: [
    row("Now", [
      number({
        title: "Nodes that read ahead",
        shows: "Nodes whose new scans read ahead, and nodes with the agent on which read-ahead is off.",
        good: "Read-ahead is on everywhere after you have tried it on one node.",
        otherwise:
          "`read-ahead` is off in foreread.yaml or in MBean io.foreread:type=ReadAhead. The panel Hooks shows why a node cannot read ahead.",
        unit: Unit.PLAIN,
        queries: [
          query(`sum(${on("foreread_read_ahead_enabled")})`, "on"),
          query(`count(${on("foreread_read_ahead_enabled")}) - sum(${on("foreread_read_ahead_enabled")})`, "off"),
        ],
      }),
      number({
        title: "Mean read of scans",
        shows: "Mean size of a physical read of Data.db by compaction and other scans.",
        good: "It is near 256 KiB, or the size of the file if sstables are smaller.",
        otherwise:
          "About 15 KiB is one compressed chunk per read. Read-ahead is off or scans fall back, see Fall-backs by reason.",
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
          "Chunks taken from read-ahead blocks minus the reads that filled them. The volume did not get these requests.",
        good: "It is many times the number of reads made.",
        otherwise: "0 while compactions run means that no scan reads ahead. See Scans by reader.",
        unit: Unit.READS_PER_SECOND,
        queries: [query(sum(saved), "saved")],
      }),
      number({
        title: "Chunks per fill",
        shows:
          "Chunks that one read of a block served. For uncompressed files, the reads of Cassandra's reader that it replaced.",
        good: "It is the block size divided by the compressed chunk size, about 17 for chunks of 15 KB and blocks of 256 KiB.",
        otherwise:
          "2 or less means large chunks (chunk_length of 128 KiB and more) or small sstables. Read-ahead then saves little.",
        empty: IDLE,
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [
          query(ratio(sum(rate("foreread_chunks_served_total")), sum(rate("foreread_fills_total"))), "chunks per fill"),
        ],
      }),
      number({
        title: "Compaction throughput",
        shows: "Uncompressed bytes scanned per second by compaction and other scans, including running operations.",
        good: "The throttle or the volume limits it.",
        otherwise:
          "See Verdict, and Throughput and throttle on the Compaction board. The throttle counts compressed bytes, so it is not comparable with this value.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sum(rate("cassandra_node_compaction_scanned_bytes_total")), "scanned")],
      }),
      number({
        title: "Verdict",
        shows:
          "Number of nodes that use more than 80 % of a limit of their volume, $iops_limit requests/s or $mibps_limit MiB/s.",
        good: "No node is bound, or nodes are bound by bandwidth while they compact and use the full volume.",
        otherwise:
          "Nodes bound by IOPS need larger reads. Find out why they do not read ahead. If they read ahead, point reads cause the requests. The panel IOPS-bound or bandwidth-bound shows the nodes.",
        empty: "There is no data before a node has read an sstable.",
        unit: Unit.PLAIN,
        queries: words.map(({ value, text }) => query(`sum((${verdict}) == bool ${value})`, text)),
      }),
    ]),
    row("How large the reads are", [
      heat({
        title: "Read sizes: compaction",
        shows: "Physical reads of Data.db by compactions, by size.",
        good: "Most reads are as large as a block, 256 KiB. The smaller ones are the ends of files.",
        otherwise: "Many reads of 8 to 16 KiB are one chunk each. See Fall-backs by reason and Scans by reader.",
        empty: `${IDLE} ${MMAP}`,
        unit: Unit.BYTES,
        queries: [query(sizes('activity="compaction"'), "{{le}}")],
      }),
      heat({
        title: "Read sizes: validation, cleanup, scrub and the like",
        shows:
          "Physical reads of Data.db by validation, anticompaction, cleanup, upgradesstables, scrub, verify and index builds, by size.",
        good: "Most reads are as large as a block.",
        otherwise: "Many reads of 8 to 16 KiB are one chunk each. See Fall-backs by reason and Scans by reader.",
        empty: `There is no data while none of these runs. ${MMAP}`,
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
          "Physical reads of Data.db by range reads of clients, by size. Their size starts with one chunk and doubles.",
        good: "Sizes increase from the chunk length, and short ranges have only small reads.",
        otherwise:
          "If long ranges have only small reads too, they use the chunk cache (reason chunk_cache in Fall-backs by reason).",
        empty: "There is no data while no client reads ranges.",
        unit: Unit.BYTES,
        queries: [query(sizes('activity="range_read"'), "{{le}}")],
      }),
      heat({
        title: "Read sizes: point reads",
        shows: "Physical reads of Data.db by reads of single partitions, by size. Foreread does not change them.",
        good: "Most reads are as large as a compressed chunk, with and without read-ahead.",
        otherwise:
          "Large chunks make point reads large. Reduce chunk_length_in_kb of tables with many reads, then run upgradesstables.",
        empty: `There is no data while no point read reads from sstables. ${MMAP}`,
        unit: Unit.BYTES,
        queries: [query(sizes('activity="point_read"'), "{{le}}")],
      }),
      trend({
        title: "Mean read size by activity",
        shows:
          "Mean size of physical reads of Data.db, and the size at which reads reach both limits of the volume at once. Smaller reads reach the IOPS limit first, larger reads reach the bandwidth limit first.",
        good: "Scans are above the line `limits meet`, and point reads are near the chunk length.",
        otherwise: "Scans below the line are bound by IOPS at full speed. See Fall-backs by reason.",
        empty: MMAP,
        unit: Unit.BYTES,
        queries: [
          query(mean("activity", size, DATA), "{{activity}}"),
          query("vector($mibps_limit * 1048576 / $iops_limit)", "limits meet"),
        ],
      }),
      trend({
        title: "Physical reads by component",
        shows: "Reads per second of each component of sstables, for all activities.",
        good: "Most reads are of Data while nodes compact.",
        otherwise:
          "Many reads of Statistics mean that many small sstables are compacted or opened. See Live sstables on the Table drill-down board.",
        unit: Unit.READS_PER_SECOND,
        queries: [query(sumBy("component", rate(`${size}_count`)), "{{component}}")],
      }),
    ]),
    row("What they cost the volume", [
      trend({
        title: "Physical reads by activity",
        shows: "Reads of sstables per second by activity, including reads from the page cache.",
        good: "Point reads and range reads have the most. Scans make few large reads.",
        otherwise: "If scans have the most, they do not read ahead or too many run at once (concurrent_compactors).",
        unit: Unit.IO_PER_SECOND,
        queries: [query(sumBy("activity", rate(`${size}_count`)), "{{activity}}")],
      }),
      trend({
        title: "Bytes read by activity",
        shows: "Bytes of physical reads of sstables per second by activity, including reads from the page cache.",
        good: "Scans are near the compaction throttle while they run.",
        otherwise: "If point reads have far more bytes than clients receive, chunks are too large for the rows.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("activity", rate(`${size}_sum`)), "{{activity}}")],
      }),
      trend({
        title: "Chunk accesses through mmap by activity",
        shows:
          "Chunks accessed through mmap per second. An access to a chunk that is not in the page cache causes at least one page fault, which reads as much as the kernel readahead.",
        good: "Only point reads use mmap on nodes that read ahead.",
        otherwise: "Compactions that use mmap do not read ahead. See Fall-backs by reason.",
        empty: "There is no data with disk_access_mode `standard`. With `mmap_index_only` there is none for Data.db.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("activity", rate(mmapAccesses)), "{{activity}}")],
      }),
      states({
        title: "IOPS-bound or bandwidth-bound",
        shows:
          "The limit that a node used to more than 80 %, over time. Reads from the page cache are included, so real use may be lower.",
        good: "No limit is reached, or only bandwidth while nodes compact.",
        otherwise:
          "A node that is bound by IOPS for long needs larger reads or more IOPS. Set $iops_limit and $mibps_limit to the limits of the volume.",
        empty: "There is no data before a node has read an sstable.",
        unit: Unit.PLAIN,
        words,
        queries: [query(verdict, "{{instance}}")],
      }),
      trend({
        title: "Share of the IOPS limit",
        shows: "Reads and mmap chunk accesses per second divided by $iops_limit.",
        good: "It is below 80 % and decreases when read-ahead is enabled.",
        otherwise:
          "Near 100 %, all reads queue, including those of clients. Physical reads by activity shows the cause.",
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
        shows: "Bytes read from sstables and written by compaction per second divided by $mibps_limit.",
        good: "It increases up to the compaction throttle when read-ahead is enabled.",
        otherwise: "Near 100 %, compaction uses the whole volume. Reduce the throttle if clients are affected.",
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
        shows: "Reads that filled blocks, and the additional reads that reading chunk by chunk would have made.",
        good: "Saved reads are many times the reads made.",
        otherwise: "If both are 0 while compactions run, see Scans by reader.",
        unit: Unit.READS_PER_SECOND,
        queries: [query(sum(rate("foreread_fills_total")), "made"), query(sum(saved), "saved")],
      }),
      trend({
        title: "Chunks per fill",
        shows: "Chunks that one read of a block served, by node, and the share of chunks that lay in two blocks.",
        good: "It is constant for the same tables.",
        otherwise: "A decrease means that smaller sstables or larger chunks are scanned.",
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
          inUnit(
            Unit.SHARE,
            query(
              ratio(sum(rate("foreread_chunks_straddling_total")), sum(rate("foreread_chunks_served_total"))),
              "share across two blocks",
            ),
          ),
        ],
      }),
      trend({
        title: "Threads blocked in reads by activity",
        shows:
          "Seconds per second in physical reads, where 1 is one thread that always waits. Chunk accesses through mmap are separate and include decompression.",
        good: "The value of compaction decreases when read-ahead is enabled.",
        otherwise:
          "If it is near the number of running compactions, they only wait for the disk. See IOPS-bound or bandwidth-bound.",
        empty: "There is no data for mmap with disk_access_mode `standard`.",
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
          "Time that compactions were blocked in reads divided by the time that they ran, by node. Page faults of mmap are not included.",
        good: "It is below 10 %, so CPU, allocation or the throttle is the limit.",
        otherwise:
          "Above one half, the disk is the limit. Enable read-ahead if it is bound by IOPS. If it is bound by bandwidth, the volume cannot do more.",
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
    row("Nodes with and without read-ahead, side by side", [
      trend({
        title: "Compaction throughput: nodes that read ahead",
        shows: "Uncompressed bytes scanned per second by each node on which new scans read ahead.",
        good: "It is higher than on nodes that do not read ahead, at the same throttle and with fewer reads.",
        otherwise:
          "If it is equal, see Use of the throttle on the Compaction board. Near 100 %, raise compaction_throughput. Far below, I/O is not the limit, see the JVM and allocation board.",
        empty: "There is no data while read-ahead is off everywhere.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(treated(scanned), "{{instance}}")],
      }),
      trend({
        title: "Compaction throughput: nodes that do not read ahead",
        shows:
          "Uncompressed bytes scanned per second by each node with the agent on which read-ahead is off. For the window of a rate in which the setting changed, neither panel has a value.",
        good: "After the comparison, read-ahead is on everywhere and the panel is empty.",
        otherwise: "Enable read-ahead with MBean io.foreread:type=ReadAhead, without a restart.",
        empty: "There is no data while read-ahead is on everywhere.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(untreated(scanned), "{{instance}}")],
      }),
      trend({
        title: "Requests per MiB compacted",
        shows: "Reads and mmap chunk accesses by scans divided by MiB scanned.",
        good: "It is 2 to 4 on nodes that read ahead. On others, it is 64 or more with chunks of 16 KiB, the default from 4.0 on, and 16 or more with chunks of 64 KiB, the default of 3.11.",
        otherwise: "If it is high on a node that should read ahead, see Fall-backs by reason.",
        empty: IDLE,
        unit: Unit.PLAIN,
        queries: [query(requestsPerMiB(treated), "reads ahead"), query(requestsPerMiB(untreated), "does not")],
      }),
      trend({
        title: "p99 of client reads",
        shows: "99th percentile of read latency at coordinators that read ahead and at those that do not.",
        good: "It is not higher with read-ahead. Point reads do not change, and compaction leaves more requests for them.",
        otherwise:
          "If it is higher, compaction is faster and uses more bandwidth. Reduce the compaction throttle, and report the difference.",
        empty: "There is no data while no client reads, or for a state of read-ahead that no node is in.",
        unit: Unit.SECONDS,
        queries: [query(p99(treated), "reads ahead"), query(p99(untreated), "does not")],
      }),
    ]),
    beforeAndAfter(),
    manySstables(),
    health(),
  ],
});

function sizes(activity: string): string {
  return `sum by (cluster, le) (increase(${on(`${size}_bucket`, activity, DATA)}[$__rate_interval]))`;
}

/** Totals are divided, so that a node that compacts little counts little. */
function requestsPerMiB(kind: (expr: string) => string): string {
  const reads = `${rate(`${size}_count`, SCANS, DATA)} or ${rate(mmapAccesses, SCANS)}`;
  return ratio(sum(kind(`(${reads})`)), `${sum(kind(scanned))} / 1048576`);
}

function p99(kind: (expr: string) => string): string {
  return `histogram_quantile(0.99, sum by (cluster, le) (${kind(rate("cassandra_client_request_latency_seconds_bucket", 'operation="read"'))}))`;
}
