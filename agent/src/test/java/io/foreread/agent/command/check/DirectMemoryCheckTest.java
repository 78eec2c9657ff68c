package io.foreread.agent.command.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirectMemoryCheckTest {
    private static final long MIB = 1 << 20;

    @Test
    void memoryOfCassandraIsNotAvailable() {
        Finding finding = DirectMemoryCheck.finding(192 * MIB, 134 * MIB, 0, 64 * MIB);
        assertThat(finding.verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(finding.value()).isEqualTo("192 MiB, 134 MiB used");
        assertThat(finding.reason()).contains("34 MiB of the buffer budget of 64 MiB");
    }

    @Test
    void memoryThatTheAgentHoldsIsPartOfItsBudget() {
        assertThat(DirectMemoryCheck.finding(192 * MIB, 134 * MIB, 64 * MIB, 64 * MIB)
                        .verdict())
                .isEqualTo(Verdict.OK);
    }
}
