/** Parts of PromQL expressions. {@link on} selects scraped series of nodes, {@link nodes} selects recorded ones. */

/**
 * Matches only $node. Grafana fills $node with the nodes of the selected $cluster, $datacenter and $rack, also if the option "All"
 * of $node is selected.
 */
const NODE = 'instance=~"$node"';

/**
 * Matches the targets of the selected cluster, which can have the same `instance` as targets of another one. Scraped series have the
 * label `cluster` of the target, or none.
 */
export const TARGET_CLUSTER = 'cluster=~"$target_cluster|"';

export const KEYSPACE = 'keyspace=~"$keyspace"';
export const TABLE = 'table=~"$table"';

/** Activities that scan sstables. Read-ahead makes them faster. */
export const SCANS =
  'activity=~"compaction|validation|anticompaction|cleanup|upgradesstables|scrub|verify|index_build"';
export const DATA = 'component="Data"';

/**
 * Matches the operations that add up to the requests of clients. Cassandra counts a serial read as `read` and `cas_read`, and each update of
 * a materialized view on a replica as `view_write`.
 */
export const CLIENT_OPERATIONS = 'operation!~"cas_read|view_write"';

/** A scraped series of nodes. */
export const on = (metric: string, ...matchers: string[]): string =>
  `${metric}{${[TARGET_CLUSTER, NODE, ...matchers].join(",")}}`;

/**
 * The scraped identity of nodes. It has a label `cluster` of its own, the cluster of the node, unless the target has this label.
 */
export const identity = (): string => `cassandra_node_info{cluster=~"$target_cluster|$cluster",${NODE}}`;

/** A recorded series of clusters or datacenters. */
export const clusters = (metric: string, ...matchers: string[]): string =>
  `${metric}{${['cluster=~"$cluster"', ...matchers].join(",")}}`;

/** A recorded series of nodes. */
export const nodes = (metric: string, ...matchers: string[]): string => clusters(metric, NODE, ...matchers);

/**
 * The recorded series of the $top nodes with the largest maximum over the time range. A plain topk selects
 * again at each step, so that a graph can show more than $top nodes.
 */
export const largest = (metric: string, ...matchers: string[]): string =>
  `${nodes(metric, ...matchers)} and on (cluster, instance) topk($top, max by (cluster, instance) (max_over_time(${nodes(metric, ...matchers)}[$__range] @ end())))`;

/** The recorded series that every node has, including nodes that are down. */
export const NODE_INFO = "instance:cassandra_node:info";

/**
 * The operand after `and` or `unless` of {@link NODE_INFO}, with its `on` clause: the nodes from which Prometheus gets metrics. `up` alone
 * does not show this, because a standalone exporter also answers while its node is down.
 */
export const scraped = "on (target_cluster, instance) (instance:cassandra_target:up == 1)";

/** The expression, or 0 for each group of nodes that has no value. */
export const orZero = (expr: string, labels: string, every: string): string =>
  `(${expr}) or max by (${labels}) (0 * ${every})`;

/** The rate of a counter per second. */
export const rate = (counter: string, ...matchers: string[]): string =>
  `rate(${on(counter, ...matchers)}[$__rate_interval])`;

export const sum = (expr: string): string => `sum(${expr})`;
export const sumBy = (labels: string, expr: string): string => `sum by (${perCluster(labels)}) (${expr})`;
export const maxBy = (labels: string, expr: string): string => `max by (${perCluster(labels)}) (${expr})`;
/**
 * The values of a column in a table, without the label `cluster`. Grafana merges the rows of several queries by their common
 * labels. `cluster` would prevent this: it is the name of the Cassandra cluster in recorded series, and in scraped series it can be
 * a label of the target.
 */
export const inRow = (labels: string, expr: string): string => `max by (${labels}) (${expr})`;
export const top = (expr: string): string => `topk($top, ${expr})`;

/** A quotient that has no value, instead of NaN, while the divisor is 0. */
export const ratio = (dividend: string, divisor: string): string => `${dividend} / (${divisor} > 0)`;

/** Mean of the values that a histogram or summary observed, by `labels`, which may be empty. */
export const mean = (labels: string, histogram: string, ...matchers: string[]): string =>
  ratio(group(labels, rate(`${histogram}_sum`, ...matchers)), group(labels, rate(`${histogram}_count`, ...matchers)));

/** Percentile by cluster and `labels`, which may be empty. It is computed from the sum of buckets. */
export const quantile = (q: number, labels: string, histogram: string, ...matchers: string[]): string =>
  `histogram_quantile(${q}, sum by (${["le", "cluster", ...(labels ? [labels] : [])].join(", ")}) (${rate(`${histogram}_bucket`, ...matchers)}))`;

/** Share of observations up to a bucket bound. `le` is a regular expression of all ways to write the bound, such as `1|1.0`. */
export const shareUpTo = (le: string, labels: string, histogram: string, ...matchers: string[]): string =>
  ratio(
    group(labels, rate(`${histogram}_bucket`, `le=~"${le}"`, ...matchers)),
    group(labels, rate(`${histogram}_count`, ...matchers)),
  );

/**
 * The expression only for nodes on which read-ahead was on (treated) or off (untreated) during the whole window of a rate. A
 * window in which the setting changed belongs to neither.
 */
export const treated = (expr: string): string =>
  `${expr} and on (cluster, instance) min_over_time(${on("foreread_read_ahead_enabled")}[$__rate_interval]) == 1`;
export const untreated = (expr: string): string =>
  `${expr} and on (cluster, instance) max_over_time(${on("foreread_read_ahead_enabled")}[$__rate_interval]) == 0`;

/** Adds the label cluster, because targets of different clusters can have the same instance. */
function perCluster(labels: string): string {
  return labels.split(", ").includes("cluster") ? labels : `cluster, ${labels}`;
}

function group(labels: string, expr: string): string {
  return labels ? sumBy(labels, expr) : sum(expr);
}
