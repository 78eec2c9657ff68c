package io.foreread.it.bench.comparison;

import java.util.Collections;
import java.util.List;

/** A table in Markdown, for the console and for documents. Not thread-safe. */
public final class MarkdownTable {
    private final int columns;
    private final StringBuilder text = new StringBuilder();
    private boolean hasRows;

    /** @param header the titles of the columns */
    public MarkdownTable(List<String> header) {
        columns = header.size();
        line(header);
        line(Collections.nCopies(columns, "---"));
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if the number of cells differs from the number of columns
     */
    public void row(Object... cells) {
        if (cells.length != columns)
            throw new IllegalArgumentException(cells.length + " cells in a table of " + columns + " columns");
        line(List.of(cells));
        hasRows = true;
    }

    private void line(List<?> cells) {
        for (Object cell : cells) text.append(cell.equals("---") ? "|---" : cell.equals("") ? "| " : "| " + cell + " ");
        text.append("|\n");
    }

    /** Returns the lines of the table, each with a line feed; empty if the table has no rows. */
    public String text() {
        return hasRows ? text.toString() : "";
    }
}
