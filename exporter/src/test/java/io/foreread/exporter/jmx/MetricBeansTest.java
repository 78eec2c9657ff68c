package io.foreread.exporter.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks which MBeans are metrics of Cassandra's registry. */
class MetricBeansTest {
    private static final String TABLE = "type=Table,keyspace=ks,scope=t,name=";

    private JmxNode node;

    @BeforeEach
    void connect() throws IOException {
        node = new JmxNode();
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    /** From 3.0 on, Cassandra registers a second MBean for most metrics of tables. Its keys do not select the keyspace. */
    @Test
    void formerNamesOfTheMetricsOfTablesAreNotExported() throws IOException {
        node.add(TABLE + "LiveSSTableCount", MetricBean.gauge(1));
        node.add("type=ColumnFamily,keyspace=ks,scope=t,name=LiveSSTableCount", MetricBean.gauge(1));
        node.add("type=IndexColumnFamily,keyspace=ks,scope=t.i,name=LiveSSTableCount", MetricBean.gauge(1));
        for (String naming : List.of("jmx_exporter", "both")) {
            JmxNode.Source source = node.source(Map.of("metrics.naming", naming));
            assertThat(source.scrape())
                    .contains("cassandra_table_livesstablecount")
                    .doesNotContain("columnfamily");
            assertThat(source.jmx.size()).isEqualTo(1);
        }
        assertThat(node.source(Map.of("metrics.naming", "jmx_exporter", "metrics.keyspaces.exclude", "ks"))
                        .scrape())
                .doesNotContain("livesstablecount");
    }

    @Test
    void excludedTablesAreNotRead() throws IOException {
        MetricBean excluded = node.add(TABLE + "LiveSSTableCount", MetricBean.gauge(4));
        node.source(Map.of("metrics.keyspaces.exclude", "ks")).scrape();
        assertThat(excluded.calls).isEmpty();
    }
}
