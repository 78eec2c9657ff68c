import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { on, quantile, rate, ratio, sumBy, top } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const active = sumBy("instance, pool", on("cassandra_thread_pool_active_tasks"));
const threads = sumBy("instance, pool", on("cassandra_thread_pool_max_threads"));

export function pools(): Row {
  return row("Thread pools", [
    trend({
      title: "Use of pools",
      shows: "Active tasks divided by the maximum threads of the pool, for pools that are active.",
      good: "It is below 80 %.",
      otherwise:
        "At 100 % with pending tasks, the stage is saturated. More threads help only if disk and CPU have capacity left.",
      empty: "There is no data while no pool is active.",
      unit: Unit.SHARE,
      min: 0,
      queries: [query(`${ratio(active, threads)} > 0`, "{{instance}} {{pool}}")],
    }),
    trend({
      title: "Pending tasks",
      shows: "Tasks that wait for a thread, for pools with waiting tasks.",
      good: "There are none except for short peaks.",
      otherwise:
        "ReadStage waits for disk or CPU, and MutationStage for the commit log or CPU. Native-Transport-Requests wait for any of them.",
      empty: "There is no data while no task waits.",
      unit: Unit.COUNT,
      queries: [
        query(`${sumBy("instance, pool", on("cassandra_thread_pool_pending_tasks"))} > 0`, "{{instance}} {{pool}}"),
      ],
    }),
    trend({
      title: "Completed tasks",
      shows: "Tasks that were completed per second.",
      good: "The rate follows the load.",
      otherwise: "A pool that completes no task and has pending tasks hangs. Take a thread dump.",
      unit: Unit.OPERATIONS_PER_SECOND,
      queries: [
        query(
          `${sumBy("instance, pool", rate("cassandra_thread_pool_completed_tasks_total"))} > 0`,
          "{{instance}} {{pool}}",
        ),
      ],
    }),
    trend({
      title: "Blocked tasks",
      shows: "Tasks per second that were blocked because the queue was full.",
      good: "There are none.",
      otherwise:
        "For MemtableFlushWriter, the disk is slow or there are too few flush writers. For Native-Transport-Requests, clients send more requests than the node can handle.",
      unit: Unit.PER_SECOND,
      queries: [
        query(top(sumBy("instance, pool", rate("cassandra_thread_pool_blocked_tasks_total"))), "{{instance}} {{pool}}"),
      ],
    }),
    trend({
      title: "Age of the oldest waiting task",
      shows: "Time that the first task of the queue has waited.",
      good: "It is 0 or far below the request timeouts.",
      otherwise: "Near read_request_timeout, requests are answered too late and dropped.",
      empty: since("4.1"),
      unit: Unit.SECONDS,
      queries: [
        query(
          top(sumBy("instance, pool", on("cassandra_thread_pool_oldest_task_age_seconds"))),
          "{{instance}} {{pool}}",
        ),
      ],
    }),
    trend({
      title: "Wait of requests for a thread",
      shows: "Median and 99th percentile of the time that client requests wait before they are executed.",
      good: "It is well below 1 ms.",
      otherwise: "The node is overloaded, or native_transport_max_threads is too small.",
      empty: since("4.1"),
      unit: Unit.SECONDS,
      queries: [0.5, 0.99].map((q) =>
        query(quantile(q, "instance", "cassandra_client_request_queue_seconds"), `{{instance}} p${q * 100}`),
      ),
    }),
    trend({
      title: "Dropped messages",
      shows: "Messages per second that were dropped because they were older than their timeout.",
      good: "There are none.",
      otherwise: "The node was overloaded or paused. After dropped mutations, hints or a repair correct the replicas.",
      unit: Unit.PER_SECOND,
      queries: [
        query(
          top(sumBy("instance, message_type", rate("cassandra_dropped_messages_total"))),
          "{{instance}} {{message_type}}",
        ),
      ],
    }),
  ]);
}
