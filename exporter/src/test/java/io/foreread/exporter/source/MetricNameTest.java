package io.foreread.exporter.source;

import static org.assertj.core.api.Assertions.assertThat;

import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Table.ReadLatency.ks1.t1|type=Table,keyspace=ks1,scope=t1,name=ReadLatency",
                "keyspace.ReadLatency.ks1|type=Keyspace,keyspace=ks1,name=ReadLatency",
                "IndexTable.ReadLatency.ks1.t1.t1_v|type=IndexTable,keyspace=ks1,scope=t1.t1_v,name=ReadLatency",
                "StorageAttachedIndex.DiskUsedBytes.ks1.t1.t1_w.IndexMetrics"
                        + "|type=StorageAttachedIndex,keyspace=ks1,table=t1,index=t1_w,scope=IndexMetrics,name=DiskUsedBytes",
                "TrieMemtable.Contended memtable puts.ks1.t1"
                        + "|type=TrieMemtable,keyspace=ks1,scope=t1,name=Contended memtable puts",
                "autorepair.RepairsInProgress.repairType=full|type=AutoRepair,name=RepairsInProgress,repairType=full"
            })
    void registryAndMBeanHaveTheSameName(String registered, String bean) throws MalformedObjectNameException {
        assertThat(MetricName.parse("org.apache.cassandra.metrics." + registered))
                .isEqualTo(MetricName.of(new ObjectName("org.apache.cassandra.metrics:" + bean)));
    }

    @ParameterizedTest
    @CsvSource({
        "Table.ReadLatency.ks1.t1",
        "keyspace.ReadLatency.ks1",
        "Storage.Load",
        "Cache.Hits.KeyCache",
        "autorepair.RepairsInProgress.repairType=full"
    })
    void parsedNameReturnsTheNameInTheRegistry(String registered) {
        String name = "org.apache.cassandra.metrics." + registered;
        assertThat(MetricName.parse(name).inRegistry()).isEqualTo(name);
    }
}
