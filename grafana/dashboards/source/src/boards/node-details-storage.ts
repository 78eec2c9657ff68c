import type { Row } from "../vocabulary/board.js";
import { counter, details, gauge, p99 } from "../vocabulary/details.js";
import { inUnit, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

export function storageDetails(): Row {
  return details("Storage engine", [
    {
      title: "Blocked tasks",
      unit: Unit.COUNT,
      shows: "Tasks that are blocked because the queue of their pool is full.",
      good: "There are none.",
      otherwise: "See Thread pools on the Node board.",
      queries: [gauge("cassandra_thread_pool_currently_blocked_tasks", "", "pool")],
    },
    {
      title: "Pending flushes by keyspace",
      unit: Unit.COUNT,
      shows: "Memtables that wait to be flushed or are being flushed.",
      good: "There are none except for short peaks.",
      otherwise: "If the number stays above 0, the disk is too slow for flushes.",
      queries: [gauge("cassandra_keyspace_pending_flushes", "", "keyspace")],
    },
    {
      title: "Commit log: pending tasks",
      unit: Unit.COUNT,
      shows: "Writes that wait for a sync of the commit log.",
      good: "There are fewer than 15.",
      otherwise: "The disk of the commit log is too slow.",
      queries: [gauge("cassandra_commit_log_pending_tasks", "pending")],
    },
    {
      title: "Commit log tasks",
      unit: Unit.PER_SECOND,
      shows: "Tasks per second that the commit log has completed, and mutations larger than half a segment.",
      good: "No mutation is oversized.",
      otherwise: "Split the batch or the value of an oversized mutation.",
      empty: "Cassandra 4.0 and later export oversized mutations.",
      queries: [
        counter("cassandra_commit_log_completed_tasks_total", "completed"),
        counter("cassandra_commit_log_oversized_mutations_total", "oversized"),
      ],
    },
    {
      title: "Compaction as Cassandra counts it",
      unit: Unit.BYTES_PER_SECOND,
      shows:
        "Per second: planned work of operations, and bytes that the throttle counts. Cassandra adds the planned work of an operation when the operation ends, and in mixed units.",
      good: "Compare it with the throughput on the Compaction board.",
      otherwise: "Do not use planned work as a measure of throughput, because it is added at the end of an operation.",
      empty: "Cassandra 5.0 and later export compressed bytes, and Cassandra 6.0 and later export throttled bytes.",
      queries: [
        counter("cassandra_compaction_planned_bytes_total", "planned"),
        counter("cassandra_compaction_planned_compressed_bytes_total", "planned compressed"),
        counter("cassandra_compaction_throttled_bytes_total", "throttled"),
      ],
    },
    {
      title: "Tasks of the compaction executors",
      unit: Unit.PER_SECOND,
      shows: "Completed operations, and completed tasks including those that found nothing to compact.",
      good: "The rate follows flushes.",
      otherwise: "If no task completes while compactions are pending, compaction threads hang.",
      queries: [
        counter("cassandra_compaction_completed_tasks_total", "tasks"),
        counter("cassandra_compaction_completed_total", "operations"),
      ],
    },
    {
      title: "Buffer pools",
      unit: Unit.BYTES,
      shows: "Used memory and capacity of the buffer pools.",
      good: "Used memory is below the capacity.",
      otherwise: "At the capacity, buffers are allocated outside of the pool.",
      empty: since("4.0"),
      queries: [
        gauge("cassandra_buffer_pool_used_bytes", "used", "pool"),
        gauge("cassandra_buffer_pool_capacity_bytes", "capacity", "pool"),
      ],
    },
    {
      title: "Requests to buffer pools",
      unit: Unit.PER_SECOND,
      shows: "Buffers taken from the pool, and buffers allocated outside of it.",
      good: "There are few misses.",
      otherwise: "With many misses, raise file_cache_size or networking_cache_size.",
      empty: "Cassandra 4.0 and later export hits.",
      queries: [
        counter("cassandra_buffer_pool_hits_total", "hits", "pool"),
        counter("cassandra_buffer_pool_misses_total", "misses", "pool"),
      ],
    },
    {
      title: "Caches: entries",
      unit: Unit.COUNT,
      shows: "Entries of each cache, and the largest number that it may have.",
      good: "The number is constant.",
      otherwise: "A cache at its limit with many misses needs more memory.",
      empty: "Cassandra 6.0 and later export limits.",
      queries: [
        gauge("cassandra_cache_entries", "", "cache"),
        gauge("cassandra_cache_max_entries", "maximum", "cache"),
      ],
    },
    {
      title: "Caches: misses",
      unit: Unit.PER_SECOND,
      shows: "Lookups per second that were not in the cache.",
      good: "There are few compared with the requests.",
      otherwise: "See the hit ratio on the Node board.",
      queries: [counter("cassandra_cache_misses_total", "", "cache")],
    },
    {
      title: "Caches: time of a miss",
      unit: Unit.SECONDS,
      shows: "99th percentile of the time to load data that was not in the chunk cache.",
      good: "It is below 1 ms.",
      otherwise: "See the wait for the disk on the Storage and OS board.",
      empty: "This is exported by Cassandra 3.11 only.",
      queries: [p99("cassandra_cache_miss_seconds", "miss")],
    },
    {
      title: "Storage-attached indexes: builds and memory",
      unit: Unit.BYTES,
      shows: "Index builds in progress, and used memory and limit of segment buffers.",
      good: "No build runs except after an index was created.",
      otherwise: "If builds take long, see the Compaction board.",
      empty: since("5.0"),
      queries: [
        inUnit(Unit.COUNT, gauge("cassandra_sai_builds_in_progress", "builds")),
        gauge("cassandra_sai_segment_buffer_used_bytes", "used"),
        gauge("cassandra_sai_segment_buffer_limit_bytes", "limit"),
      ],
    },
  ]);
}
