package io.foreread.it.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeThreadsTest {
    @Test
    void aThreadIsSelectedByAnyOfThePrefixes() {
        List<String> prefixes = List.of("CompactionExecutor", "foreread-ahead-");

        assertThat(NodeThreads.isSelected("CompactionExecutor:1", prefixes)).isTrue();
        assertThat(NodeThreads.isSelected("foreread-ahead-2", prefixes)).isTrue();
        assertThat(NodeThreads.isSelected("foreread-sampler", prefixes)).isFalse();
        assertThat(NodeThreads.isSelected("main", List.of(""))).isFalse();
    }
}
