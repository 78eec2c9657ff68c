package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks how the scopes of tables, keyspaces and indexes become labels. */
class TableScopeTest {
    @ParameterizedTest
    @CsvSource({
        "KEYSPACE, ks1, ks1",
        "TABLE, ks1.t1, ks1 t1",
        "INDEX, ks1.t1.t1_v, ks1 t1 t1_v",
        "SAI_INDEX, ks1.t1.t1_w.IndexMetrics, ks1 t1 t1_w",
        "SAI_INDEX, ks1.t1.t1_w.BalancedTreePostings, ks1 t1 t1_w",
        "SAI_TABLE, ks1.t1.PerQuery, ks1 t1",
        "SAI_TABLE, ks1.t1.TableStateMetrics, ks1 t1",
        "SAI_SHARED, ks1.t1.IndexGroupMetrics, ks1 t1"
    })
    void theScopeBecomesLabels(Scope scope, String text, String labels) {
        assertThat(scope.labelValues(text)).containsExactly(labels.split(" "));
        assertThat(scope.labelNames()).hasSameSizeAs(scope.labelValues(text));
    }

    @ParameterizedTest
    @CsvSource({"all", "''"})
    void aggregateOfAllTablesIsNotATable(String text) {
        assertThat(Scope.ALL_TABLES.labelValues(text)).isEmpty();
        assertThat(Scope.TABLE.labelValues(text)).isNull();
    }

    /** Rows for the same metric name differ in their scope. A row with a wrong scope would match no metric. */
    @ParameterizedTest
    @MethodSource("storageAttachedIndexes")
    void metricsOfAnIndexMatchExactlyOneRow(String name, String scope) {
        assertThat(CassandraCatalog.get().rows("StorageAttachedIndex", name).stream()
                        .filter(row -> row.labelValues(name, scope) != null))
                .hasSize(CassandraCatalog.get().ignored("StorageAttachedIndex", name) == null ? 1 : 0);
    }

    static Stream<Arguments> storageAttachedIndexes() {
        return RegistryList.rows("sai-scopes").map(row -> Arguments.of(row.get(0), row.size() == 1 ? "" : row.get(1)));
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_TABLES, ks1.t1",
        "TABLE, ks1.t1.t1_v",
        "INDEX, ks1.t1",
        "SAI_INDEX, ks1.t1.PerQuery",
        "SAI_INDEX, ''",
        "SAI_TABLE, ks1.t1.t1_w.IndexMetrics",
        "SAI_TABLE, ks1.t1.IndexGroupMetrics",
        "SAI_TABLE, ''",
        "SAI_SHARED, ks1.t1.TableStateMetrics"
    })
    void metricsOfOtherScopesDoNotMatch(Scope scope, String text) {
        assertThat(scope.labelValues(text)).isNull();
    }
}
