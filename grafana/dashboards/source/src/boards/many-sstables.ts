import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { on, rate, ratio, sumBy } from "../vocabulary/promql.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const IDLE = "There is no data while no compaction of 8 sstables or more runs.";

const lookups = "foreread_key_cache_lookups_total";

/** What compactions of many sstables leave out. */
export function manySstables(): Row {
  return row("Compactions of many sstables", [
    trend({
      title: "Key cache lookups",
      shows:
        "Lookups per second of compactions with 8 sstables or more, by result. A compaction looks up each partition once per sstable, unless the filter shows that its key is not cached.",
      good: "Most lookups are skipped.",
      otherwise:
        "If few are skipped, most keys are cached, the filter is switched off, or a compaction ends before its filter is built.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("result", rate(lookups)), "{{result}}")],
    }),
    trend({
      title: "Time for filters",
      shows:
        "Share of a thread that compactions spend in scans of the key cache. It is in proportion to the lookups that they make meanwhile.",
      good: "It is above 0 only when a compaction of many sstables begins.",
      otherwise:
        "The key cache has very many keys, or reads insert keys at a high rate. Compare the skipped lookups: if there are few, disable filter-key-cache.",
      unit: Unit.THREADS,
      queries: [query(sumBy("instance", rate("foreread_key_filter_build_seconds_total")), "{{instance}}")],
    }),
    trend({
      title: "Duration of a scan of the key cache",
      shows: "Mean time that a compaction spends in the scan of the key cache for one filter.",
      good: "It is in proportion to the number of keys in the key cache.",
      otherwise: "Scans that end before the filter is complete are included. Compare the skipped lookups.",
      empty: IDLE,
      unit: Unit.SECONDS,
      queries: [
        query(
          ratio(
            sumBy("instance", rate("foreread_key_filter_build_seconds_total")),
            sumBy("instance", rate("foreread_key_filter_builds_total")),
          ),
          "{{instance}}",
        ),
      ],
    }),
    trend({
      title: "Memory of filters",
      shows: "Heap memory of the filters of running compactions. The limit is 32 MiB.",
      good: "It is 0 while no compaction of many sstables runs.",
      otherwise:
        "Memory can stay in use until the next compaction, validation or similar operation ends. If it still stays, report it.",
      unit: Unit.BYTES,
      queries: [query(on("foreread_key_filter_bytes"), "{{instance}}")],
    }),
    trend({
      title: "Filters that were given up",
      shows: "Filters per second that compactions gave up, because of an error or the switch of a hook.",
      good: "There are none.",
      otherwise: "The compactions are as slow as without Foreread. Report the first error in the log.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("instance", rate("foreread_key_filters_lost_total")), "{{instance}}")],
    }),
    trend({
      title: "Empty inputs of merges",
      shows:
        "Inputs per second that were left out of the merge of a partition, in compactions and validations of 3.11.",
      good: "On 3.11 it is above 0 while many sstables are compacted. On later releases it is 0.",
      otherwise: "On 3.11, skip-empty-inputs or its hook is switched off.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("instance", rate("foreread_empty_inputs_skipped_total")), "{{instance}}")],
    }),
    trend({
      title: "Sums of scanned bytes",
      shows:
        "Sums per second of the bytes that the scanners of a compaction have read, if there are 32 scanners or more, by result. Cassandra makes one after each partition.",
      good: "Most sums are reused.",
      otherwise:
        "If few are reused, partitions are large. If none is reused, reuse-scanned-bytes, its hook or read-ahead is switched off.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("result", rate("foreread_scanner_sums_total")), "{{result}}")],
    }),
  ]);
}
