package io.foreread.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectInstance;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RegistryDumpTest {
    private static final CassandraVersion SOME = CassandraVersion.of("5.0.0");

    static Stream<CassandraRelease> newestOfEachLine() {
        return CassandraRelease.lines().stream().map(CassandraRelease::newestOf);
    }

    /**
     * If a list were of an earlier release, the catalog would be tested with the metrics of that release. Run
     * integration-tests/dump-registry if this test fails.
     */
    @ParameterizedTest
    @MethodSource("newestOfEachLine")
    void theListOfEachLineIsFromItsNewestRelease(CassandraRelease release) throws Exception {
        String list = Files.readString(UsedRegistry.file(release.version()));
        assertThat(RegistryDump.text(release.version(), beans(list))).isEqualTo(list);
    }

    /** Returns MBeans that result in the given list, in random order. */
    private static List<ObjectInstance> beans(String list) throws Exception {
        List<ObjectInstance> beans = new ArrayList<>();
        for (String line : list.lines().skip(1).toList()) {
            String[] columns = line.split("\t");
            String[] name = columns[0].split("\\.", 2);
            for (String kind : columns[1].split(","))
                beans.add(bean("type=" + name[0] + ",scope=" + kind + ",name=" + name[1], kind));
        }
        Collections.shuffle(beans, new Random(1));
        return beans;
    }

    private static ObjectInstance bean(String keys, String kind) throws MalformedObjectNameException {
        return new ObjectInstance(
                new ObjectName("org.apache.cassandra.metrics:" + keys),
                "org.apache.cassandra.metrics.CassandraMetricsRegistry$Jmx" + kind);
    }

    @Test
    void listsAMetricOfManyScopesOnceAndOmitsOldTableNames() throws MalformedObjectNameException {
        assertThat(RegistryDump.text(
                                SOME,
                                List.of(
                                        bean("type=Table,keyspace=ks,scope=a,name=Reads", "Counter"),
                                        bean("type=Table,keyspace=ks,scope=b,name=Reads", "Counter"),
                                        bean("type=Table,name=Reads", "Gauge"),
                                        bean("type=ColumnFamily,name=Reads", "Gauge"),
                                        bean(
                                                "type=ThreadPools,path=request,scope=c,name=Tasks",
                                                "MeterGaugeCompatible")))
                        .lines()
                        .skip(1))
                .containsExactly("Table.Reads\tCounter,Gauge", "ThreadPools.Tasks\tMeter");
    }

    @Test
    void anUnknownKindIsAnError() {
        assertThatThrownBy(() -> RegistryDump.text(SOME, List.of(bean("type=Table,name=Reads", "Sketch"))))
                .hasMessageContaining("unknown class")
                .hasMessageContaining("JmxSketch");
    }
}
