package io.foreread.it.bench.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTableTest {
    @Test
    void hasAHeaderAndRows() {
        MarkdownTable table = new MarkdownTable(List.of("", "one"));
        table.row("a", 1);
        table.row("b", "");

        assertThat(table.text()).isEqualTo("| | one |\n|---|---|\n| a | 1 |\n| b | |\n");
    }

    @Test
    void aTableWithoutRowsIsEmpty() {
        assertThat(new MarkdownTable(List.of("one")).text()).isEmpty();
    }

    @Test
    void aRowHasACellForEachColumn() {
        assertThatThrownBy(() -> new MarkdownTable(List.of("one")).row("a", "b"))
                .hasMessage("2 cells in a table of 1 columns");
    }
}
