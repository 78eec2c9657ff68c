import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { TARGET_CLUSTER } from "../vocabulary/promql.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const NEEDED = "This needs node_exporter on the same hosts, scraped by the same Prometheus with the same host names.";

/** Selects series of node_exporter on the hosts of $node, with any port. */
const host = `${TARGET_CLUSTER}, instance=~"($host)(:[0-9]+)?"`;
/** Leaves out partitions, loop devices and other devices that are not disks. */
const disks = `${host}, device!~"loop.*|ram.*|sr.*|dm-.*|.+p[0-9]+|[sv]d[a-z]+[0-9]+"`;
const disk = (counter: string) => `rate(node_disk_${counter}{${disks}}[$__rate_interval])`;
const LEGEND = "{{instance}} {{device}}";

export function devices(): Row {
  return row("Devices and page cache: needs node_exporter", [
    trend({
      title: "Device reads",
      shows: "Read operations per second of the device. Reads from the page cache are not included.",
      good: "It is below the IOPS of the volume and decreases when compaction reads ahead.",
      otherwise: "At the limit, see Verdict on the Read-ahead board.",
      empty: NEEDED,
      unit: Unit.IO_PER_SECOND,
      queries: [query(disk("reads_completed_total"), LEGEND)],
    }),
    trend({
      title: "Device bytes read and written",
      shows: "Bytes per second that the device read and wrote.",
      good: "It is below the bandwidth of the volume.",
      otherwise: "At the limit, reduce the compaction throttle or use a larger volume.",
      empty: NEEDED,
      unit: Unit.BYTES_PER_SECOND,
      queries: [
        query(disk("read_bytes_total"), `${LEGEND} read`),
        query(disk("written_bytes_total"), `${LEGEND} written`),
      ],
    }),
    trend({
      title: "Mean device read",
      shows:
        "Bytes per read operation of the device. Compare it with Mean physical read in the first row: the kernel readahead merges small sequential reads and enlarges small random reads.",
      good: "It is about the chunk length while only point reads run, and near 256 KiB while compactions read ahead.",
      otherwise:
        "If it is near 128 KiB while only point reads run, the kernel reads ahead for them. `blockdev --setra 8` reduces this to 4 KiB. The lower value does not slow down compaction on nodes that read ahead, but it does on other nodes.",
      empty: NEEDED,
      unit: Unit.BYTES,
      queries: [query(`${disk("read_bytes_total")} / (${disk("reads_completed_total")} > 0)`, LEGEND)],
    }),
    trend({
      title: "Wait of a device read",
      shows: "Mean time of a read operation of the device.",
      good: "It is below 1 ms on SSD, and a few ms on network volumes.",
      otherwise: "If it rises with the load, requests wait in the queue of the device.",
      empty: NEEDED,
      unit: Unit.SECONDS,
      queries: [query(`${disk("read_time_seconds_total")} / (${disk("reads_completed_total")} > 0)`, LEGEND)],
    }),
    trend({
      title: "Space left",
      shows: "Share of the file systems that is free.",
      good: "It is above 50 % with size-tiered compaction, and above 30 % with other strategies.",
      otherwise: "Below 20 %, compactions are aborted. Clear snapshots or add nodes.",
      empty: NEEDED,
      unit: Unit.SHARE,
      min: 0,
      max: 1,
      queries: [
        query(
          `node_filesystem_avail_bytes{${host}, fstype!~"tmpfs|overlay|squashfs|ramfs"} / node_filesystem_size_bytes{${host}, fstype!~"tmpfs|overlay|squashfs|ramfs"}`,
          "{{instance}} {{mountpoint}}",
        ),
      ],
    }),
    trend({
      title: "Page cache",
      shows: "Memory that caches files.",
      good: "It is all memory that the heap and direct memory leave.",
      otherwise: "If it is small, the heap is too large for the machine, or another process uses memory.",
      empty: NEEDED,
      unit: Unit.BYTES,
      queries: [query(`node_memory_Cached_bytes{${host}}`, "{{instance}}")],
    }),
  ]);
}
