/** PromQL as all boards write it. Every selector of a node's series goes through {@link on}. */

/** Follows $cluster, $datacenter and $rack: All means the nodes that these leave, not every instance. */
const NODE = 'instance=~"$node"';

export const KEYSPACE = 'keyspace=~"$keyspace"';
export const TABLE = 'table=~"$table"';

/** Operations that read whole sstables: the ones that read-ahead is for. */
export const SCANS =
  'activity=~"compaction|validation|anticompaction|cleanup|upgradesstables|scrub|verify|index_build"';
export const DATA = 'component="Data"';

export const on = (metric: string, ...matchers: string[]): string => `${metric}{${[NODE, ...matchers].join(",")}}`;

/** A recorded series of clusters or datacenters. */
export const clusters = (metric: string, ...matchers: string[]): string =>
  `${metric}{${['cluster=~"$cluster"', ...matchers].join(",")}}`;

/** A recorded series of nodes. */
export const nodes = (metric: string, ...matchers: string[]): string => clusters(metric, NODE, ...matchers);

/**
 * The recorded series of nodes that are largest over the time range, by one of their labels; topk of each step would show
 * more.
 */
export const largest = (metric: string, ...matchers: string[]): string =>
  `${nodes(metric, ...matchers)} and on (cluster, instance) topk($top, max by (cluster, instance) (max_over_time(${nodes(metric, ...matchers)}[$__range] @ end())))`;

/** Every node, those that are down included. */
export const NODE_INFO = "instance:cassandra_node:info";

/** The right side of "and" or "unless" with {@link NODE_INFO}: nodes whose endpoint answered the last scrape. */
export const scraped =
  'on (target_cluster, instance) (label_replace(up{job="cassandra"}, "target_cluster", "$1", "cluster", "(.*)") == 1)';

/** 0 for each group of the nodes that the expression leaves out. */
export const orZero = (expr: string, labels: string, every: string): string =>
  `(${expr}) or max by (${labels}) (0 * ${every})`;

/** Per second, of a counter. */
export const rate = (counter: string, ...matchers: string[]): string =>
  `rate(${on(counter, ...matchers)}[$__rate_interval])`;

export const sum = (expr: string): string => `sum(${expr})`;
export const sumBy = (labels: string, expr: string): string => `sum by (${perCluster(labels)}) (${expr})`;
export const maxBy = (labels: string, expr: string): string => `max by (${perCluster(labels)}) (${expr})`;
/**
 * The value of a node in a table with recorded series, which have the name of the cluster where others have the label of the
 * target: Grafana merges rows by the labels that all queries have.
 */
export const inRow = (labels: string, expr: string): string => `max by (${labels}) (${expr})`;
export const top = (expr: string): string => `topk($top, ${expr})`;

/** Absent rather than NaN while nothing happens. */
export const ratio = (dividend: string, divisor: string): string => `${dividend} / (${divisor} > 0)`;

/** Mean of what a histogram or summary observed; labels may be empty. */
export const mean = (labels: string, histogram: string, ...matchers: string[]): string =>
  ratio(group(labels, rate(`${histogram}_sum`, ...matchers)), group(labels, rate(`${histogram}_count`, ...matchers)));

/** Percentile over all nodes unless labels has instance: from buckets, never a mean of percentiles. */
export const quantile = (q: number, labels: string, histogram: string, ...matchers: string[]): string =>
  `histogram_quantile(${q}, sum by (${["le", "cluster", ...(labels ? [labels] : [])].join(", ")}) (${rate(`${histogram}_bucket`, ...matchers)}))`;

/** Share of observations up to a bound that is one of the histogram's buckets; le is a pattern of its spellings. */
export const shareUpTo = (le: string, labels: string, histogram: string, ...matchers: string[]): string =>
  ratio(
    group(labels, rate(`${histogram}_bucket`, `le=~"${le}"`, ...matchers)),
    group(labels, rate(`${histogram}_count`, ...matchers)),
  );

/**
 * Only nodes whose new scans read ahead, or only those whose do not. For the whole window of a rate: one in which the
 * switch was turned belongs to neither.
 */
export const treated = (expr: string): string =>
  `${expr} and on (cluster, instance) min_over_time(${on("foreread_read_ahead_enabled")}[$__rate_interval]) == 1`;
export const untreated = (expr: string): string =>
  `${expr} and on (cluster, instance) max_over_time(${on("foreread_read_ahead_enabled")}[$__rate_interval]) == 0`;

/** Targets of several clusters may have equal names. */
function perCluster(labels: string): string {
  return labels.split(", ").includes("cluster") ? labels : `cluster, ${labels}`;
}

function group(labels: string, expr: string): string {
  return labels ? sumBy(labels, expr) : sum(expr);
}
