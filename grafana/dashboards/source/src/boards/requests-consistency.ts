import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { quantile, rate, sumBy } from "../vocabulary/promql.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const BY = "operation, consistency";
const LEGEND = "{{operation}} {{consistency}}";
const latency = "cassandra_client_request_consistency_latency_seconds";
const NEEDED = "`metrics.node.include` in foreread.yaml must contain `cassandra_client_request_consistency_*`.";

/** Panels of families that are not exported by default, because there are about 20 consistency levels. */
export function consistencyLevels(): Row {
  return row("Consistency levels", [
    trend({
      title: "Requests by consistency level",
      shows: "Client requests per second by operation and consistency level, for the levels in use.",
      good: "There are only levels that you have agreed with the applications.",
      otherwise: "Another level comes from a client with other settings. Find it with the log of slow queries.",
      empty: NEEDED,
      unit: Unit.REQUESTS_PER_SECOND,
      queries: [query(`${sumBy(BY, rate(`${latency}_count`))} > 0`, LEGEND)],
    }),
    trend({
      title: "p99 latency by consistency level",
      shows: "99th percentile of client requests by operation and consistency level.",
      good: "Levels within one datacenter, such as LOCAL_QUORUM, take only as long as its network and disks.",
      otherwise:
        "Levels that wait for other datacenters, such as QUORUM or EACH_QUORUM, include the network between them.",
      empty: NEEDED,
      unit: Unit.SECONDS,
      queries: [query(quantile(0.99, BY, latency), LEGEND)],
    }),
    trend({
      title: "Errors by consistency level",
      shows: "Timeouts, unavailable errors and failures per second by operation and consistency level.",
      good: "There are none.",
      otherwise: "Levels that need more replicas fail first. Check which replicas are down or slow.",
      empty: NEEDED,
      unit: Unit.PER_SECOND,
      queries: ["timeouts", "unavailables", "failures"].map((kind) =>
        query(`${sumBy(BY, rate(`cassandra_client_request_consistency_${kind}_total`))} > 0`, `${LEGEND} ${kind}`),
      ),
    }),
  ]);
}
