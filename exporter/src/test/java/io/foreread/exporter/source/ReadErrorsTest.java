package io.foreread.exporter.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadErrorsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final List<String> log = new ArrayList<>();
    private final ReadErrors errors = new ReadErrors(nanos::get, log::add);

    @Test
    void firstErrorOfEachMetricIsLoggedAndAllAreCounted() {
        for (int i = 0; i < 3; i++) {
            errors.failed(
                    "cache", "cassandra_cache_size_bytes", "Cache.Size.KeyCache", new IllegalStateException("closed"));
            errors.failed("cache", "cassandra_cache_entries", "Cache.Entries.KeyCache", new AssertionError());
        }
        assertThat(errors.of("cache").sum()).isEqualTo(6);
        assertThat(log).hasSize(2);
        assertThat(log.get(0))
                .contains("cassandra_cache_size_bytes", "Cache.Size.KeyCache", "IllegalStateException: closed");
    }

    @Test
    void linesPerMinuteAreLimitedAndFurtherErrorsAreLoggedLater() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 30; i++) errors.failed("table", "family_" + i, "a bean", new IllegalStateException());
            assertThat(log).hasSize(round == 0 ? 20 : 30);
            nanos.addAndGet(60_000_000_000L);
        }
        assertThat(errors.of("table").sum()).isEqualTo(60);
    }

    @Test
    void ignoredErrorsAreNeitherCountedNorLogged() {
        errors.ignore(true);
        errors.failed("cache", "cassandra_cache_size_bytes", "a bean", new IllegalStateException());
        assertThat(errors.counts()).isEmpty();
        assertThat(log).isEmpty();
        errors.ignore(false);
        errors.failed("cache", "cassandra_cache_size_bytes", "a bean", new IllegalStateException());
        assertThat(errors.of("cache").sum()).isOne();
        assertThat(log).hasSize(1);
    }
}
