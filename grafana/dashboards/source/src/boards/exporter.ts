import { board, row } from "../vocabulary/board.js";
import { bars, grid, number, trend } from "../vocabulary/panels.js";
import { on, rate, sum, sumBy, top } from "../vocabulary/promql.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { topCount } from "../vocabulary/variables.js";

const STANDALONE = "Unless the node is read by foreread-exporter.jar over JMX.";

export const exporter = board({
  uid: "foreread-exporter",
  title: "Exporter cost",
  description: "What the endpoint costs the node and Prometheus, and whether it leaves anything out.",
  variables: [topCount()],
  rows: [
    row("Now", [
      number({
        title: "Scrape, slowest",
        shows: "Duration of the last scrape as Prometheus measured it, of the slowest node.",
        good: "below 0.5 s, far below the scrape interval.",
        otherwise: "see the group below that takes it; fewer tables (`metrics.tables.top`) or families.",
        unit: Unit.SECONDS,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "yellow" },
          { from: 5, color: "red" },
        ],
        queries: [query(`max(${on("scrape_duration_seconds")})`, "scrape")],
      }),
      number({
        title: "Samples per scrape, most",
        shows: "Samples in the last scrape of the node with the most samples.",
        good: "some thousands plus about 22 per table.",
        otherwise: "more than your Prometheus is made for: `metrics.series-budget`, `metrics.tables.top`.",
        unit: Unit.COUNT,
        queries: [query(`max(${on("scrape_samples_scraped")})`, "samples")],
      }),
      number({
        title: "Left out by the budget",
        shows: "Series left out because all together exceed `metrics.series-budget`.",
        good: "0.",
        otherwise: "the families are below: raise the budget, or exclude what you do not need.",
        empty: "While nothing is left out.",
        unit: Unit.COUNT,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(sum(on("foreread_series_dropped")), "series")],
      }),
      number({
        title: "Errors of collection",
        shows: "Metrics that could not be read, in the time range.",
        good: "0.",
        otherwise: "system.log has the first one of each; report it.",
        unit: Unit.COUNT,
        decimals: 0,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(`sum(increase(${on("foreread_scrape_errors_total")}[$__range]))`, "errors")],
      }),
      number({
        title: "Allocated by Foreread",
        shows: "Heap bytes per second that Foreread's own threads allocate, mean of nodes.",
        good: "below 1 MiB/s.",
        otherwise: "many scrapers, or a scrape interval of a second.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [
          query(
            `avg(${sumBy("instance", rate("cassandra_allocated_bytes_total", 'thread_class="foreread"'))})`,
            "allocated",
          ),
        ],
      }),
      number({
        title: "Versions",
        shows: "Nodes by version of Foreread.",
        good: "one version.",
        otherwise: "finish the roll-out.",
        unit: Unit.PLAIN,
        queries: [query(`count by (version) (${on("foreread_build_info")})`, "{{version}}")],
      }),
    ]),
    row("Scrapes", [
      trend({
        title: "Duration of a scrape",
        shows: "As Prometheus measured it, network included.",
        good: "flat, far below the scrape interval.",
        otherwise: "climbs with tables: `metrics.tables.top`. Spikes: GC pauses of the node.",
        unit: Unit.SECONDS,
        queries: [query(on("scrape_duration_seconds"), "{{instance}}")],
      }),
      trend({
        title: "Duration by group",
        shows: "Duration of the previous collection, by group, of the slowest node.",
        good: "cassandra takes most of it, in milliseconds.",
        otherwise: "one group takes all: exclude its families, or report it.",
        unit: Unit.SECONDS,
        queries: [query(top(`max by (group) (${on("foreread_scrape_seconds")})`), "{{group}}")],
      }),
      trend({
        title: "Series",
        shows: "Samples that Prometheus got, and series of Cassandra's own metrics in them.",
        good: "grows only with tables and peers.",
        otherwise: "grows without limit: tables are created without limit; if not, report it.",
        unit: Unit.COUNT,
        queries: [
          query(on("scrape_samples_scraped"), "{{instance}} samples"),
          query(on("foreread_scrape_series"), "{{instance}} series of Cassandra"),
        ],
      }),
      trend({
        title: "Text of a scrape",
        shows: "Text of Cassandra's metrics in the previous whole scrape, before gzip, which leaves about a tenth.",
        good: "below 10 MB.",
        otherwise: "see series per family.",
        unit: Unit.BYTES,
        queries: [query(on("foreread_scrape_bytes"), "{{instance}}")],
      }),
      trend({
        title: "Requests by status",
        shows: "Requests that the endpoint answered per second, by status code.",
        good: "200 only, one per scrape interval and scraper.",
        otherwise: "401 or 429: a wrong password. 503: too many at once, or the node is not up yet.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(sumBy("code", rate("foreread_http_requests_total")), "{{code}}")],
      }),
      bars({
        title: "Requests cut off",
        shows: "Connections closed per second before an answer was complete, by reason.",
        good: "0.",
        otherwise: "slow client: a scraper or somebody's browser stalls. Too many: who asks? See the firewall.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("reason", rate("foreread_http_requests_dropped_total")), "{{reason}}")],
      }),
    ]),
    row("Exported metrics", [
      grid({
        title: "Series per family",
        width: 12,
        height: 8,
        shows: "Series in Prometheus by metric name over the chosen nodes, of the largest.",
        good: "no family takes more than a fifth.",
        otherwise: "exclude it: `metrics.node.exclude`, `metrics.table.exclude`, or totals in place of buckets.",
        unit: Unit.COUNT,
        columns: ["__name__"],
        values: [{ title: "Series", unit: Unit.COUNT }],
        queries: [
          query(
            top(
              'count by (__name__) ({instance=~"$node", __name__=~"cassandra_.+|foreread_.+|jvm_.+|process_.+|system_.+"})',
            ),
            "Series",
          ),
        ],
      }),
      grid({
        title: "Families left out",
        shows: "Families that `metrics.series-budget` left out, whole, and how many series they would be.",
        good: "no row.",
        otherwise: "raise the budget, or exclude them so that the choice is yours.",
        empty: "While nothing is left out.",
        unit: Unit.COUNT,
        columns: ["instance", "family"],
        values: [{ title: "Series", unit: Unit.COUNT }],
        queries: [query(on("foreread_series_dropped"), "Series")],
      }),
      trend({
        title: "Errors of collection",
        shows: "Metrics per second that could not be read, by group.",
        good: "0.",
        otherwise: "system.log has the first one; report it.",
        unit: Unit.PER_SECOND,
        queries: [query(top(sumBy("group", rate("foreread_scrape_errors_total"))), "{{group}}")],
      }),
      trend({
        title: "Age of numbers read in the background",
        shows: "Time since numbers that no scrape reads were last read, by refresh class.",
        good: "below twice what `metrics.refresh` says: 60 s for slow and 1 h for rare, unless changed.",
        otherwise: "the background thread is stuck or the JVM is overloaded; the panels that need them stand still.",
        unit: Unit.SECONDS,
        queries: [query(`max by (refresh) (${on("foreread_refresh_age_seconds")})`, "{{refresh}}")],
      }),
    ]),
    row("What it takes from the node", [
      trend({
        title: "Allocation of Foreread's threads",
        shows: "Heap bytes allocated per second by Foreread's own threads.",
        good: "below 1 MiB/s.",
        otherwise: "fewer scrapers or families.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [
          query(sumBy("instance", rate("cassandra_allocated_bytes_total", 'thread_class="foreread"')), "{{instance}}"),
        ],
      }),
      trend({
        title: "Errors of probes",
        shows: "Errors in observing code per second, suppressed so that Cassandra never sees them.",
        good: "0.",
        otherwise: "system.log has the first one; report it.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("instance", rate("foreread_probe_failures_total")), "{{instance}}")],
      }),
    ]),
    row("Over JMX: the standalone exporter", [
      trend({
        title: "Nodes that answer over JMX",
        shows: "1 if a node responds, 0 if it does not. Exported by the exporter at /metrics without a target.",
        good: "1.",
        otherwise: "the node is down, or its JMX port, password or certificate changed; the exporter's log says which.",
        empty: STANDALONE,
        unit: Unit.PLAIN,
        queries: [query("foreread_node_up", "{{target}}")],
      }),
      trend({
        title: "Time spent on JMX per scrape",
        shows: "Time that the last scrape read from the node over JMX.",
        good: "below a few seconds.",
        otherwise: "fewer families, `jmx.callers`, or the agent, which needs no JMX.",
        empty: STANDALONE,
        unit: Unit.SECONDS,
        queries: [query(on("foreread_jmx_fetch_seconds"), "{{instance}}")],
      }),
      trend({
        title: "Calls and beans",
        shows: "Calls to nodes per second, and MBeans that are exported or needed.",
        good: "calls in proportion to beans and scrapes.",
        otherwise: "a new connection is opened each time: see the exporter's log.",
        empty: STANDALONE,
        unit: Unit.COUNT,
        queries: [
          query(sumBy("instance", rate("foreread_jmx_calls_total")), "{{instance}} calls/s"),
          query(on("foreread_jmx_beans"), "{{instance}} beans"),
        ],
      }),
    ]),
  ],
});
