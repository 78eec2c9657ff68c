import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const NEEDED =
  "Unless node_exporter runs on the same hosts and the same Prometheus scrapes it, under the same host names.";

/** Series of node_exporter: same host, another port. Partitions and loop devices are left out. */
const host = 'instance=~"($host):[0-9]+"';
const disks = `${host}, device!~"loop.*|ram.*|sr.*|dm-.*|.+p[0-9]+|[sv]d[a-z]+[0-9]+"`;
const disk = (counter: string) => `rate(node_disk_${counter}{${disks}}[$__rate_interval])`;
const LEGEND = "{{instance}} {{device}}";

export function devices(): Row {
  return row("Devices and page cache: needs node_exporter", [
    trend({
      title: "Device reads",
      shows: "Read operations per second that reached the device: what the page cache did not answer.",
      good: "below the volume's IOPS; falls when compaction reads ahead.",
      otherwise: "at the limit: see the verdict on Read-ahead.",
      empty: NEEDED,
      unit: Unit.IO_PER_SECOND,
      queries: [query(disk("reads_completed_total"), LEGEND)],
    }),
    trend({
      title: "Device bytes read and written",
      shows: "Bytes per second that reached the device.",
      good: "below the volume's bandwidth.",
      otherwise: "at the limit: throttle compaction, or a larger volume.",
      empty: NEEDED,
      unit: Unit.BYTES_PER_SECOND,
      queries: [
        query(disk("read_bytes_total"), `${LEGEND} read`),
        query(disk("written_bytes_total"), `${LEGEND} written`),
      ],
    }),
    trend({
      title: "Mean device read, and the read-ahead setting",
      shows:
        "Bytes per read operation of the device. Compare with the mean physical read above: the kernel's readahead merges small sequential reads and inflates small random ones.",
      good: "point reads only: about the chunk length. Compacting with Foreread: near 256 KiB.",
      otherwise:
        "point reads near 128 KiB: the kernel reads ahead for them too; `blockdev --setra 8` makes it 4 KiB, which costs compaction nothing where nodes read ahead, and much where they do not.",
      empty: NEEDED,
      unit: Unit.BYTES,
      queries: [query(`${disk("read_bytes_total")} / (${disk("reads_completed_total")} > 0)`, LEGEND)],
    }),
    trend({
      title: "Wait of a device read",
      shows: "Mean time from request to answer.",
      good: "below 1 ms on SSD, a few ms on network volumes.",
      otherwise: "rises with the load: the device queues.",
      empty: NEEDED,
      unit: Unit.SECONDS,
      queries: [query(`${disk("read_time_seconds_total")} / (${disk("reads_completed_total")} > 0)`, LEGEND)],
    }),
    trend({
      title: "Space left",
      shows: "Share of the file systems that is free.",
      good: "above 50 % with size-tiered compaction, 30 % with others.",
      otherwise: "below 20 %: compactions are given up; clear snapshots, add nodes.",
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
      good: "all that heap and direct memory leave.",
      otherwise: "small: the heap is too large for the machine, or something else runs on it.",
      empty: NEEDED,
      unit: Unit.BYTES,
      queries: [query(`node_memory_Cached_bytes{${host}}`, "{{instance}}")],
    }),
  ]);
}
