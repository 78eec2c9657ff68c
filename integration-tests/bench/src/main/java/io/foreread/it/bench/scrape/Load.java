package io.foreread.it.bench.scrape;

import java.util.Locale;

/** What clients do to the node meanwhile. */
enum Load {
    IDLE,
    BUSY;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
