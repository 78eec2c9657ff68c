package io.foreread.exporter.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks reads that fail because of an Error in the client, such as a lack of memory. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClientErrorsTest {
    private static final int BROKEN = 5;

    private JmxNode node;

    @BeforeEach
    void connect() throws IOException {
        node = new JmxNode();
        for (int i = 0; i < 20; i++) node.add(table("t" + i), MetricBean.gauge(i));
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    private static String table(String name) {
        return "type=Table,keyspace=ks,scope=" + name + ",name=LiveSSTableCount";
    }

    /** Adds more MBeans with this value than there are callers. */
    private void addBroken(Number value) {
        for (int i = 0; i < BROKEN; i++) node.add(table("broken" + i), MetricBean.gauge(value));
    }

    @Test
    void errorOnlyLosesTheSampleOfItsBean() throws Exception {
        addBroken(new Poison());
        JmxNode.Source source = node.source(Map.of());
        source.jmx.fetchAll();
        String scraped = source.scrape();
        for (int i = 0; i < 20; i++) assertThat(scraped).contains("table=\"t" + i + "\"} " + i + "\n");
        assertThat(scraped).doesNotContain("table=\"broken");
        assertThat(source.bridge.errors().get("table").sum()).isEqualTo(BROKEN);
    }

    @Test
    void fetchFailsIfErrorsHaveEndedAllReaders() throws Exception {
        addBroken(new RepeatedPoison());
        JmxNode.Source source = node.source(Map.of());
        assertThatThrownBy(source.jmx::fetchAll)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ended all threads");
    }

    /** Causes an Error in the client when it is deserialized. */
    private static class Poison extends Number {
        private static final long serialVersionUID = 1L;

        Object readResolve() {
            throw new OutOfMemoryError("of a test");
        }

        @Override
        public int intValue() {
            return 1;
        }

        @Override
        public long longValue() {
            return 1;
        }

        @Override
        public float floatValue() {
            return 1;
        }

        @Override
        public double doubleValue() {
            return 1;
        }
    }

    /** Causes a second Error while the client handles the first one. */
    private static final class RepeatedPoison extends Poison {
        private static final long serialVersionUID = 1L;

        @Override
        Object readResolve() {
            throw new UnprintableError();
        }
    }

    private static final class UnprintableError extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("of a test, while another error is handled");
        }
    }
}
