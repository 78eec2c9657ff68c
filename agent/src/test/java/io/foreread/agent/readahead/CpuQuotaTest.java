package io.foreread.agent.readahead;

import static java.lang.Double.POSITIVE_INFINITY;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuQuotaTest {
    @TempDir
    private Path host;

    private void write(String file, String text) throws IOException {
        Path path = host.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private double cores() {
        return new CpuQuota(host.resolve("self").toFile(), host.resolve("mount").toFile()).cores();
    }

    @ParameterizedTest(name = "cpu.max \"{0}\" is {1} cores")
    @CsvSource({"150000 100000, 1.5", "25000 50000, 0.5", "max 100000, Infinity", "'', Infinity", "150000, Infinity"})
    void readsTheQuotaOfVersion2(String max, double cores) throws IOException {
        write("self", "0::/system.slice/cassandra.service\n");
        write("mount/system.slice/cassandra.service/cpu.max", max + "\n");
        assertThat(cores()).isEqualTo(cores);
    }

    @ParameterizedTest(name = "quota {0} and period {1} are {2} cores")
    @CsvSource({"150000, 100000, 1.5", "-1, 100000, Infinity", "0, 100000, Infinity", "150000, 0, Infinity"})
    void readsTheQuotaOfVersion1(String quota, String period, double cores) throws IOException {
        write("self", "4:memory:/other\n3:cpu,cpuacct:/kubepods/pod:1\n2:cpuset:/other\n0::/\n");
        write("mount/cpu/kubepods/pod:1/cpu.cfs_quota_us", quota + "\n");
        write("mount/cpu/kubepods/pod:1/cpu.cfs_period_us", period + "\n");
        assertThat(cores()).isEqualTo(cores);
    }

    @Test
    void limitOfTheMountPointAppliesIfThePathOfTheGroupDoesNotExist() throws IOException {
        write("self", "0::/kubepods/burstable/pod1\n");
        write("mount/cpu.max", "1500000 1000000\n");
        assertThat(cores()).isEqualTo(1.5);
    }

    @Test
    void limitOfAParentApplies() throws IOException {
        write("self", "0::/cassandra.slice/cassandra.service\n");
        write("mount/cassandra.slice/cpu.max", "150000 100000\n");
        write("mount/cassandra.slice/cassandra.service/cpu.max", "400000 100000\n");
        assertThat(cores()).isEqualTo(1.5);
    }

    @Test
    void aParentWithAnUnknownFormatDoesNotHideTheLimitOfTheGroup() throws IOException {
        write("self", "0::/cassandra.slice/cassandra.service\n");
        write("mount/cassandra.slice/cpu.max", "some cores\n");
        write("mount/cassandra.slice/cassandra.service/cpu.max", "150000 100000\n");
        assertThat(cores()).isEqualTo(1.5);
    }

    @Test
    void lowerOfTwoLimitsApplies() throws IOException {
        write("self", "1:cpu:/\n0::/\n");
        write("mount/cpu/cpu.cfs_quota_us", "300000\n");
        write("mount/cpu/cpu.cfs_period_us", "100000\n");
        write("mount/cpu.max", "250000 100000\n");
        assertThat(cores()).isEqualTo(2.5);
        write("mount/cpu.max", "350000 100000\n");
        assertThat(cores()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0::", "nonsense", "2:cpuset:/\n1:cpu,cpuacct:/\n0::/\n"})
    void filesWithoutALimitMeanNoLimit(String groups) throws IOException {
        assertThat(cores()).as("cores without a file of groups").isEqualTo(POSITIVE_INFINITY);
        write("self", groups);
        assertThat(cores()).isEqualTo(POSITIVE_INFINITY);
    }

    @Test
    void unknownFormatMeansNoLimit() throws IOException {
        write("self", "0::/\n");
        write("mount/cpu.max", "some 100000\n");
        assertThat(cores()).isEqualTo(POSITIVE_INFINITY);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void limitOfThisProcessIsPositive() {
        assertThat(CpuQuota.ofThisProcess().cores()).isPositive();
    }
}
