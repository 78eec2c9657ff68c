package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonCheckTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"org.apache.cassandra.service.CassandraDaemon -f", "org.apache.cassandra.service.CassandraDaemon"
            })
    void agentStartsInACassandraNode(String command) {
        assertThat(DaemonCheck.isNode(command)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"org.apache.cassandra.tools.NodeTool status", "sun.tools.jps.Jps", "/opt/tool.jar -v"})
    void agentStartsInNoOtherProgram(String command) {
        assertThat(DaemonCheck.isNode(command)).isFalse();
    }

    @ParameterizedTest
    @NullAndEmptySource
    void agentStartsIfTheCommandIsUnknown(String command) {
        assertThat(DaemonCheck.isNode(command)).isTrue();
    }
}
