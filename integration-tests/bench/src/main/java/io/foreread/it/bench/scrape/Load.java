package io.foreread.it.bench.scrape;

import java.util.Locale;

/** The load of clients during the measurement. */
enum Load {
    IDLE,
    BUSY;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
