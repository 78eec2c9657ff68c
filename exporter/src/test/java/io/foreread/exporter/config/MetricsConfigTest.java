package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.config.MetricsConfig.PeerLevel;
import io.foreread.exporter.config.MetricsConfig.TopBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsConfigTest {
    private final List<String> problems = new ArrayList<>();

    @Test
    void defaultsAreTotalsForTablesAndBucketsForTheNode() {
        MetricsConfig config = MetricsConfig.defaults();
        assertThat(config.naming()).isEqualTo(Naming.NATIVE);
        assertThat(config.distributions(Level.NODE)).isEqualTo(Distributions.BUCKETS);
        assertThat(config.distributions(Level.KEYSPACE)).isEqualTo(Distributions.BUCKETS);
        assertThat(config.distributions(Level.TABLE)).isEqualTo(Distributions.TOTALS);
        assertThat(config.topTables()).isZero();
        assertThat(config.period(Refresh.SLOW)).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.period(Refresh.RARE)).isEqualTo(Duration.ofHours(1));
        assertThat(config.period(Refresh.LIVE)).isNull();
    }

    @Test
    void excludeOverridesInclude() {
        Row row = CassandraCatalog.get().rows("ClientRequest", "Timeouts").get(0);
        assertThat(MetricsConfig.defaults().exports(row)).isTrue();
        assertThat(of("metrics.node.exclude", "cassandra_client_*").exports(row))
                .isFalse();
        assertThat(of("metrics.node.include", "*", "metrics.node.exclude", "*_timeouts_total")
                        .exports(row))
                .isFalse();
        assertThat(of("metrics.keyspace.exclude", "*").exports(row)).isTrue();
    }

    @Test
    void listsAreSeparatedByCommasOrSpaces() {
        for (String list : new String[] {"system*, ks2", "[system*, ks2]", "system* ks2", "'system*','ks2'"}) {
            MetricsConfig config = of("metrics.keyspaces.exclude", list);
            assertThat(config.exportsKeyspace("system_auth")).as(list).isFalse();
            assertThat(config.exportsKeyspace("ks2")).as(list).isFalse();
            assertThat(config.exportsKeyspace("ks")).as(list).isTrue();
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void tableIsExportedOnlyIfItsKeyspaceIsExported() {
        MetricsConfig config = of("metrics.keyspaces.exclude", "system*", "metrics.tables.include", "*.users");
        assertThat(config.exportsTable("shop", "users")).isTrue();
        assertThat(config.exportsTable("shop", "orders")).isFalse();
        assertThat(config.exportsTable("system", "users")).isFalse();
    }

    @Test
    void dotMatchesOnlyADot() {
        assertThat(of("metrics.tables.include", "a.b").exportsTable("a", "b")).isTrue();
        assertThat(of("metrics.tables.include", "a.b").exportsTable("axb", "")).isFalse();
    }

    @Test
    void familiesOfADisabledRefreshClassAreNotExported() {
        Row slow = CassandraCatalog.get().rows("Compaction", "PendingTasks").get(0);
        assertThat(slow.refresh()).isEqualTo(Refresh.SLOW);
        assertThat(MetricsConfig.defaults().exports(slow)).isTrue();
        assertThat(of("metrics.refresh.rare", "off").exports(slow)).isTrue();
        assertThat(of("metrics.refresh.slow", "off").exports(slow)).isFalse();
    }

    @Test
    void distributionsNoneExportsNoHistogramOfTheLevel() {
        Row histogram = CassandraCatalog.get().rows("ClientRequest", "Latency").stream()
                .filter(row -> row.family().type() == Metric.Type.HISTOGRAM)
                .findFirst()
                .orElseThrow();
        Row counter = CassandraCatalog.get().rows("ClientRequest", "Timeouts").get(0);
        assertThat(MetricsConfig.defaults().exports(histogram)).isTrue();
        MetricsConfig none = of("metrics.node.distributions", "none");
        assertThat(none.exports(histogram)).isFalse();
        assertThat(none.exports(counter)).isTrue();
        assertThat(of("metrics.table.distributions", "none").exports(histogram)).isTrue();
    }

    @Test
    void aFamilyThatIsNotADefaultOneIsExportedIfItIsIncludedAndNotExcluded() {
        assertThat(MetricsConfig.defaults().exportsIfIncluded(Level.TABLE, "some_family"))
                .isFalse();
        assertThat(of("metrics.table.include", "some_*").exportsIfIncluded(Level.TABLE, "some_family"))
                .isTrue();
        assertThat(of("metrics.table.include", "some_*", "metrics.table.exclude", "*_family")
                        .exportsIfIncluded(Level.TABLE, "some_family"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, DATACENTER", "29, DATACENTER", "30, PEER", "31, PEER"})
    void peersAreExportedUpToTheMaximumNumberOfNodes(String max, PeerLevel level) {
        assertThat(of("metrics.peers.max", max).peerLevel(30)).isEqualTo(level);
        assertThat(of("metrics.peers.max", max, "metrics.peers.level", "none").peerLevel(30))
                .isEqualTo(PeerLevel.NONE);
    }

    @Test
    void everyChoiceIsReadByItsName() {
        for (Naming naming : Naming.values())
            assertThat(of("metrics.naming", naming.word()).naming()).isEqualTo(naming);
        for (TopBy criterion : TopBy.values())
            assertThat(of("metrics.tables.top-by", criterion.word()).topBy()).isEqualTo(criterion);
        for (PeerLevel level : PeerLevel.values())
            assertThat(of("metrics.peers.level", level.word()).peerLevel()).isEqualTo(level);
        for (Distributions distributions : Distributions.values())
            assertThat(of("metrics.node.distributions", distributions.word()).distributions(Level.NODE))
                    .isEqualTo(distributions);
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5s, PT5S", "30d, PT720H"})
    void theLimitsOfAPeriodAreAllowed(String value, Duration period) {
        assertThat(of("metrics.refresh.slow", value).period(Refresh.SLOW)).isEqualTo(period);
        assertThat(problems).isEmpty();
    }

    @Test
    void disabledRefreshClassHasNoPeriod() {
        MetricsConfig config = of("metrics.refresh.rare", "off", "metrics.refresh.slow", "5min");
        assertThat(config.period(Refresh.RARE)).isNull();
        assertThat(config.period(Refresh.SLOW)).isEqualTo(Duration.ofMinutes(5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "metrics.naming | old | allowed are native, jmx_exporter, both",
                "metrics.series-budget | -1 | allowed are whole numbers from 0 to 9999999999",
                "metrics.series-budget | 10k | allowed are whole numbers from 0 to 9999999999",
                "metrics.tables.top | some | allowed are whole numbers from 0 to 9999999999",
                "metrics.tables.top-by | size | allowed are requests, disk-space",
                "metrics.refresh.slow | 4999ms | allowed are 5s to 30d, and off, such as 60s",
                "metrics.refresh.slow | 30d1s | allowed are 5s to 30d, and off, such as 60s",
                "metrics.refresh.slow | 1s | allowed are 5s to 30d, and off, such as 60s",
                "metrics.table.distributions | all | allowed are none, totals, buckets, quantiles, both",
                "metrics.table.include | a;b | allowed are lists of names, with * for any characters, not 'a;b'",
            })
    void invalidValueIsOneProblemWithTheAllowedValues(String key, String value, String allowed) {
        of(key, value);
        assertThat(problems).singleElement().asString().contains(key, allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "metrics.nodes.include | unknown key 'metrics.nodes.include' (value '1'); did you mean 'metrics.node.include'?",
                "metrics.talbes.top | did you mean 'metrics.tables.top'?",
                "metrics.refresh.live | allowed are metrics.naming, metrics.series-budget",
                "metrics.naming.native | metrics.naming takes a value and has no keys below it",
                "metrics.table | it must have keys below it, such as metrics.table.include",
                "metrics | it must have keys below it, such as metrics.naming",
            })
    void unknownKeyIsOneProblemWithTheKeyThatIsProbablyMeant(String key, String said) {
        of(key, "1");
        assertThat(problems).singleElement().asString().contains(said);
    }

    @Test
    void keysOutsideOfMetricsAreIgnored() {
        of("listen", "x", "tls.certificate", "y");
        assertThat(problems).isEmpty();
    }

    private MetricsConfig of(String... keysAndValues) {
        return MetricsConfig.of(
                keysAndValues.length == 2
                        ? Map.of(keysAndValues[0], keysAndValues[1])
                        : Map.of(keysAndValues[0], keysAndValues[1], keysAndValues[2], keysAndValues[3]),
                problems);
    }
}
