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
      shows: "Tasks being executed through the threads that a pool may have, of pools that work.",
      good: "below 80 %.",
      otherwise:
        "at 100 % with pending tasks: the stage is saturated; more threads help only where disk and CPU have room.",
      empty: "While no pool works.",
      unit: Unit.SHARE,
      min: 0,
      queries: [query(`${ratio(active, threads)} > 0`, "{{instance}} {{pool}}")],
    }),
    trend({
      title: "Pending tasks",
      shows: "Tasks that wait for a thread, of pools in which some do.",
      good: "none, or spikes.",
      otherwise:
        "steady: ReadStage is short of disk or CPU, MutationStage of commit log or CPU, Native-Transport-Requests of everything.",
      empty: "While no task waits.",
      unit: Unit.COUNT,
      queries: [
        query(`${sumBy("instance, pool", on("cassandra_thread_pool_pending_tasks"))} > 0`, "{{instance}} {{pool}}"),
      ],
    }),
    trend({
      title: "Completed tasks",
      shows: "Tasks executed per second.",
      good: "follows the load.",
      otherwise: "a pool stands still with pending tasks: it hangs; take a thread dump.",
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
      shows: "Tasks per second that found the queue full.",
      good: "0.",
      otherwise:
        "MemtableFlushWriter: disk or too few flush writers. Native-Transport-Requests: more clients than the node can serve.",
      unit: Unit.PER_SECOND,
      queries: [
        query(top(sumBy("instance, pool", rate("cassandra_thread_pool_blocked_tasks_total"))), "{{instance}} {{pool}}"),
      ],
    }),
    trend({
      title: "Age of the oldest waiting task",
      shows: "How long the task waits that is first in the queue.",
      good: "0, far below the request timeouts.",
      otherwise: "near read_request_timeout: requests are answered too late and dropped.",
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
      good: "well below 1 ms.",
      otherwise: "native_transport_max_threads is too small, or the node is overloaded.",
      empty: since("4.1"),
      unit: Unit.SECONDS,
      queries: [0.5, 0.99].map((q) =>
        query(quantile(q, "instance", "cassandra_client_request_queue_seconds"), `{{instance}} p${q * 100}`),
      ),
    }),
    trend({
      title: "Dropped messages",
      shows: "Messages per second that were too old to be worth an answer.",
      good: "0.",
      otherwise: "the node was overloaded or paused; mutations that were dropped need hints or a repair.",
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
