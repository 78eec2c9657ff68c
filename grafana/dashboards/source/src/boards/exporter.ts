import { board, row } from "../vocabulary/board.js";
import { bars, grid, number, trend } from "../vocabulary/panels.js";
import { maxBy, on, rate, sum, sumBy, top } from "../vocabulary/promql.js";
import { NOT_OVER_JMX, query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { topCount } from "../vocabulary/variables.js";

/** The standalone exporter of several nodes is a target of its own, which is not among the chosen nodes. */
const OWN_TARGET =
  "A standalone exporter of several nodes exports this at /exporter, as a target that this dashboard does not show.";
const STANDALONE = "Only a node that foreread-exporter.jar reads over JMX has data.";

export const exporter = board({
  uid: "foreread-exporter",
  title: "Exporter cost",
  description: "Cost of the endpoint for the node and for Prometheus, and metrics that are missing.",
  variables: [topCount()],
  rows: [
    row("Now", [
      number({
        title: "Scrape, slowest node",
        shows: "Duration of the last scrape of the slowest node, as Prometheus measured it.",
        good: "It is below 0.5 s and far below the scrape interval.",
        otherwise:
          "Duration by group shows the expensive group. Export fewer tables (`metrics.tables.top`) or families.",
        unit: Unit.SECONDS,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "yellow" },
          { from: 5, color: "red" },
        ],
        queries: [query(`max(${on("scrape_duration_seconds")})`, "scrape")],
      }),
      number({
        title: "Samples per scrape, largest node",
        shows: "Samples in the last scrape of the node with the most samples.",
        good: "There are some thousands plus about 22 per table.",
        otherwise: "If Prometheus cannot store as many, set `metrics.series-budget` or `metrics.tables.top`.",
        unit: Unit.COUNT,
        queries: [query(`max(${on("scrape_samples_scraped")})`, "samples")],
      }),
      number({
        title: "Left out by the budget",
        shows: "Series that were left out because all series together exceed `metrics.series-budget`.",
        good: "There are none.",
        otherwise: "Families left out lists them. Raise the budget, or exclude what you do not need.",
        empty: "There is no data while nothing is left out.",
        unit: Unit.COUNT,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(sum(on("foreread_series_dropped")), "series")],
      }),
      number({
        title: "Errors of collection",
        shows: "Metrics that could not be read in the time range.",
        good: "There are none.",
        otherwise: "The first error of each metric is in system.log. Report it.",
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
        shows: "Heap bytes per second that the threads of Foreread allocate, as the mean of the nodes.",
        good: "It is below 1 MiB/s.",
        otherwise: "Many scrapers or a scrape interval of a second allocate more.",
        empty: NOT_OVER_JMX,
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
        good: "All nodes have one version.",
        otherwise: "Complete the upgrade of Foreread.",
        unit: Unit.PLAIN,
        names: true,
        queries: [query(`count by (cluster, version) (${on("foreread_build_info")})`, "{{version}}")],
      }),
    ]),
    row("Scrapes", [
      trend({
        title: "Duration of a scrape",
        shows: "Duration of the last scrape as Prometheus measured it, including the network.",
        good: "It is constant and far below the scrape interval.",
        otherwise:
          "If it rises with the number of tables, set `metrics.tables.top`. Peaks are caused by GC pauses of the node.",
        unit: Unit.SECONDS,
        queries: [query(on("scrape_duration_seconds"), "{{instance}}")],
      }),
      trend({
        title: "Duration by group",
        shows: "Time that the previous scrape spent collecting each group of metrics, on the slowest node.",
        good: "The groups of Cassandra's metrics, such as `table` and `keyspace`, take the most time: a few milliseconds each.",
        otherwise: "If another group takes the most time, exclude its families or report it.",
        unit: Unit.SECONDS,
        queries: [query(top(`max by (cluster, group) (${on("foreread_scrape_seconds")})`), "{{group}}")],
      }),
      trend({
        title: "Series",
        shows: "Samples of a scrape, and the series of Cassandra's own metrics among them.",
        good: "The number grows only with tables and peers.",
        otherwise: "If it grows without limit, check whether tables are created without limit. If not, report it.",
        unit: Unit.COUNT,
        queries: [
          query(on("scrape_samples_scraped"), "{{instance}} samples"),
          query(on("foreread_scrape_series"), "{{instance}} series of Cassandra"),
        ],
      }),
      trend({
        title: "Text of a scrape",
        shows:
          "Size of Cassandra's metrics in the previous complete scrape before gzip, which reduces it to about a tenth.",
        good: "It is below 10 MB.",
        otherwise: "Series per family shows the largest families.",
        unit: Unit.BYTES,
        queries: [query(on("foreread_scrape_bytes"), "{{instance}}")],
      }),
      trend({
        title: "Requests by status",
        shows: "Requests that the endpoint answered per second, by status code.",
        good: "All have status 200, one per scrape interval and scraper.",
        otherwise:
          "401 and 429 are caused by a wrong password. 503 means too many concurrent requests, or that the node has not started.",
        empty: OWN_TARGET,
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(sumBy("code", rate("foreread_http_requests_total")), "{{code}}")],
      }),
      bars({
        title: "Requests cut off",
        shows: "Connections per second that were closed before the response was complete, by reason.",
        good: "There are none.",
        otherwise:
          "For the reason slow, a scraper or a browser has stopped reading. For the reason busy, there are too many connections: restrict the clients with the firewall.",
        empty: OWN_TARGET,
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("reason", rate("foreread_http_requests_dropped_total")), "{{reason}}")],
      }),
    ]),
    row("Endpoint", [
      trend({
        title: "Scrapes by result",
        shows:
          "Scrapes per second that were rendered, shared the rendering of another scrape, were rejected or failed.",
        good: "All are rendered or shared.",
        otherwise:
          "Scrapes are rejected if there are too many at a time. If scrapes fail, system.log has the error. Report it.",
        empty: OWN_TARGET,
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("result", rate("foreread_http_scrapes_total")), "{{result}}")],
      }),
      trend({
        title: "Memory of renderings",
        shows: "Memory of compressed renderings that are being written or sent.",
        good: "It is below some MB and returns to 0.",
        otherwise: "If it does not return to 0, clients read slowly. See Requests cut off.",
        empty: OWN_TARGET,
        unit: Unit.BYTES,
        queries: [query(on("foreread_http_rendering_bytes"), "{{instance}}")],
      }),
      trend({
        title: "Configuration files",
        shows: "1 if the last attempt to read the file succeeded, and 0 if its previous content is in use.",
        good: "It is 1.",
        otherwise: "Correct the file. system.log has the reason.",
        empty: `There is no data if Foreread reads no configuration, certificates, users or targets from files. ${OWN_TARGET}`,
        unit: Unit.PLAIN,
        queries: [
          query(
            `min by (cluster, instance, file) (${on("foreread_config_last_reload_successful")})`,
            "{{instance}} {{file}}",
          ),
        ],
      }),
      trend({
        title: "Age of configuration files",
        shows: "Time since the file was last read successfully.",
        good: "It is the time since the last change.",
        otherwise: "If it is older than the last change, the file could not be read. system.log has the reason.",
        empty: `There is no data if Foreread reads no configuration, certificates, users or targets from files. ${OWN_TARGET}`,
        unit: Unit.SECONDS,
        queries: [
          query(
            `time() - max by (cluster, instance, file) (${on("foreread_config_last_reload_success_timestamp_seconds")})`,
            "{{instance}} {{file}}",
          ),
        ],
      }),
      trend({
        title: "Lifetime of the endpoint's certificates",
        shows: "Remaining lifetime of the certificates of the endpoint and of the CAs of its clients.",
        good: "It is above 14 days.",
        otherwise: "Renew the certificate. Foreread reads the new file without a restart.",
        empty: `There is no data without TLS. ${OWN_TARGET}`,
        unit: Unit.SECONDS,
        queries: [
          query(
            `min by (cluster, instance, certificate) (${on("foreread_tls_certificate_expiry_timestamp_seconds")}) - time()`,
            "{{instance}} {{certificate}}",
          ),
        ],
      }),
    ]),
    row("Exported metrics", [
      grid({
        title: "Series per family",
        width: 12,
        height: 8,
        shows: "Series in Prometheus by metric name, for the largest families of the chosen nodes.",
        good: "No family has more than a fifth of the series.",
        otherwise:
          "Exclude a family with `metrics.node.exclude` or `metrics.table.exclude`, or export totals instead of buckets.",
        unit: Unit.COUNT,
        columns: ["__name__"],
        values: [{ title: "Series", unit: Unit.COUNT }],
        queries: [
          query(
            top(
              `count by (cluster, __name__) (${on("", '__name__=~"cassandra_.+|foreread_.+|jvm_.+|process_.+|system_.+"')})`,
            ),
            "Series",
          ),
        ],
      }),
      grid({
        title: "Families left out",
        shows: "Families that `metrics.series-budget` left out completely, with the number of their series.",
        good: "No family is listed.",
        otherwise: "Raise the budget, or exclude families that you do not need.",
        empty: "There is no data while nothing is left out.",
        unit: Unit.COUNT,
        columns: ["instance", "family"],
        values: [{ title: "Series", unit: Unit.COUNT }],
        queries: [query(on("foreread_series_dropped"), "Series")],
      }),
      trend({
        title: "Errors of collection",
        shows: "Metrics per second that could not be read, by group.",
        good: "There are none.",
        otherwise: "The first error is in system.log. Report it.",
        unit: Unit.PER_SECOND,
        queries: [query(top(sumBy("group", rate("foreread_scrape_errors_total"))), "{{group}}")],
      }),
      trend({
        title: "Series by level",
        shows: "Series of Cassandra's metrics within `metrics.series-budget`, by level, on the node with the most.",
        good: "The number follows tables and peers.",
        otherwise: "Exclude families of the level that grows, or raise the budget.",
        unit: Unit.COUNT,
        queries: [query(maxBy("level", on("foreread_series")), "{{level}}")],
      }),
      trend({
        title: "Oldest values read in the background",
        shows:
          "Time since the last successful read, for the families with the oldest values. Values expire after 3 periods of `metrics.refresh`.",
        good: "It is below twice the period in `metrics.refresh`.",
        otherwise: "Reading the family takes long or fails. system.log has the first error.",
        unit: Unit.SECONDS,
        queries: [
          query(
            top(`time() - min by (cluster, metric) (${on("foreread_background_read_last_success_timestamp_seconds")})`),
            "{{metric}}",
          ),
        ],
      }),
      trend({
        title: "Age of values read in the background",
        shows: "Time since the last read of metrics that are read in the background, by refresh class.",
        good: "It is below twice the period in `metrics.refresh`, which is 60 s for slow and 1 h for rare by default.",
        otherwise:
          "The background thread is blocked or the JVM is overloaded. Panels that need these metrics do not change.",
        unit: Unit.SECONDS,
        queries: [query(`max by (cluster, refresh) (${on("foreread_refresh_age_seconds")})`, "{{refresh}}")],
      }),
    ]),
    row("What Foreread uses on the node", [
      trend({
        title: "Allocation of Foreread's threads",
        shows: "Heap bytes allocated per second by the threads of Foreread.",
        good: "It is below 1 MiB/s.",
        otherwise: "Use fewer scrapers or export fewer families.",
        empty: NOT_OVER_JMX,
        unit: Unit.BYTES_PER_SECOND,
        queries: [
          query(sumBy("instance", rate("cassandra_allocated_bytes_total", 'thread_class="foreread"')), "{{instance}}"),
        ],
      }),
      trend({
        title: "Errors of probes",
        shows:
          "Errors per second in probes and other parts of Foreread. They are suppressed: Cassandra works as without these parts.",
        good: "There are none.",
        otherwise:
          "Values on the boards can be missing, or compactions use more CPU. Report the first error in the log.",
        empty: NOT_OVER_JMX,
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("instance", rate("foreread_probe_failures_total")), "{{instance}}")],
      }),
    ]),
    row("Over JMX: the standalone exporter", [
      trend({
        title: "Nodes that answer over JMX",
        shows:
          "1 if a node responds, and 0 if it does not. The standalone exporter exports this metric at /metrics without the parameter `target`.",
        good: "It is 1.",
        otherwise:
          "The node is down, or its JMX port, password or certificate has changed. The log of the exporter shows the reason.",
        empty: STANDALONE,
        unit: Unit.PLAIN,
        queries: [query("foreread_node_up", "{{target}}")],
      }),
      trend({
        title: "Time spent on JMX per scrape",
        shows: "Time that the last scrape spent reading from the node over JMX.",
        good: "It is below a few seconds.",
        otherwise: "Export fewer families, raise `jmx.callers`, or use the agent, which does not need JMX.",
        empty: STANDALONE,
        unit: Unit.SECONDS,
        queries: [query(on("foreread_jmx_fetch_seconds"), "{{instance}}")],
      }),
      trend({
        title: "JMX calls and connections",
        shows: "JMX calls and new connections per second.",
        good: "Calls are in proportion to MBeans and scrapes.",
        otherwise:
          "If there are about as many connections as scrapes, each scrape opens a new connection. See the log of the exporter.",
        empty: STANDALONE,
        unit: Unit.PER_SECOND,
        queries: [
          query(sumBy("instance", rate("foreread_jmx_calls_total")), "{{instance}} calls"),
          query(sumBy("instance", rate("foreread_jmx_connections_total")), "{{instance}} connections"),
        ],
      }),
      trend({
        title: "MBeans read over JMX",
        shows: "MBeans that exported metrics are read from, and MBeans that take longer than a second to read.",
        good: "The number follows tables and peers, and no MBean is slow.",
        otherwise:
          "Slow MBeans are read in the background, so their metrics are older. See Age of values read in the background.",
        empty: STANDALONE,
        unit: Unit.COUNT,
        queries: [
          query(on("foreread_jmx_beans"), "{{instance}} MBeans"),
          query(on("foreread_jmx_slow_beans"), "{{instance}} slow MBeans"),
        ],
      }),
    ]),
  ],
});
