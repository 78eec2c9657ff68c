package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class StartupCheckTest {
    @Test
    void agentStartsInACassandraNode() {
        assertThat(new DaemonCheck("org.apache.cassandra.service.CassandraDaemon -f").refusal())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"org.apache.cassandra.tools.NodeTool status", "sun.tools.jps.Jps", "/opt/tool.jar -v"})
    void agentIsRefusedWithoutAMessageInAnyOtherProgram(String command) {
        assertThat(new DaemonCheck(command).refusal()).isEmpty();
    }

    @ParameterizedTest
    @NullAndEmptySource
    void agentStartsIfTheCommandIsUnknown(String command) {
        assertThat(new DaemonCheck(command).refusal()).isNull();
    }

    @Test
    void secondAgentInTheSameJvmIsRefusedWithAReason() {
        Properties system = new Properties();
        assertThat(new SecondAgentCheck(system).refusal()).isNull();
        assertThat(new SecondAgentCheck(system).refusal()).contains("loaded before");
    }
}
