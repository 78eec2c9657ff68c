package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowTextTest {
    private static final Group GROUP = new Group("kit", Level.NODE, true);

    private final Map<String, Object> keys = new LinkedHashMap<>(Map.of(
            "from", "Kit.Size.Current",
            "gauge", "cassandra_kit_size_bytes",
            "help", "Size of the kit."));
    private final Map<String, Metric> known = new HashMap<>();

    private Metric family() {
        return new RowText(keys).family(Scope.CACHE, known);
    }

    private void assertInvalid(String message) {
        assertThatThrownBy(this::family)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("catalog row " + keys.get("from") + ": " + message);
    }

    @Test
    void aRowHasDefaultsForEverythingButItsNameItsFamilyAndItsHelp() {
        RowText row = new RowText(keys);
        assertThat(row.type()).isEqualTo("Kit");
        assertThat(row.name()).isEqualTo("Size.Current");
        assertThat(row.scope("cache")).isEqualTo(Scope.CACHE);
        assertThat(row.scale()).isEqualTo(1);
        assertThat(row.sum()).isNull();
        assertThat(row.refresh()).isEqualTo(Refresh.LIVE);
        assertThat(row.byDefault(GROUP)).isTrue();
        assertThat(row.byDefault(new Group("kit", Level.NODE, false))).isFalse();
        assertThat(row.lines()).hasToString("all");
        assertThat(row.constantLabelValues()).isEmpty();
    }

    @Test
    void aRowCanReplaceEveryDefault() {
        keys.put("scope", "keyspace");
        keys.put("scale", 1024);
        keys.put("sum", "TotalSize");
        keys.put("refresh", "slow");
        keys.put("default", false);
        keys.put("since", 4.0);
        keys.put("until", "5.0");
        keys.put("labels", Map.of("kind", 7));
        RowText row = new RowText(keys);
        assertThat(row.scope("cache")).isEqualTo(Scope.KEYSPACE);
        assertThat(row.scale()).isEqualTo(1024);
        assertThat(row.sum()).isEqualTo("TotalSize");
        assertThat(row.refresh()).isEqualTo(Refresh.SLOW);
        assertThat(row.byDefault(GROUP)).isFalse();
        assertThat(row.lines()).hasToString("4.0 to 5.0");
        assertThat(row.constantLabelValues()).containsExactly("7");
        assertThat(family().labelNames()).containsExactly("cache", "kind");
    }

    @Test
    void aRowHasTheScaleAndTheConstantLabelsOfItsText() {
        keys.put("scale", 1024);
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("kind", "x");
        labels.put("side", "y");
        keys.put("labels", labels);
        Row row = new Row(new RowText(keys), GROUP, family(), Scope.CACHE);
        assertThat(row.scale()).isEqualTo(1024);
        assertThat(row.labelValues("Size.Current", "KeyCache")).containsExactly("key", "x", "y");
    }

    @Test
    void theFamilyHasTheTypeTheUnitAndTheLabelsOfTheScope() {
        Metric family = family();
        assertThat(family.type()).isEqualTo(Metric.Type.GAUGE);
        assertThat(family.name()).isEqualTo("cassandra_kit_size_bytes");
        assertThat(family.unit()).isEqualTo(Metric.Unit.BYTES);
        assertThat(family.help()).isEqualTo("Size of the kit.");
        assertThat(family.labelNames()).containsExactly("cache");
    }

    @Test
    void laterRowsShareTheFamilyAndItsHelp() {
        Metric earlier = family();
        known.put(earlier.name(), earlier);
        assertInvalid("duplicate help for family cassandra_kit_size_bytes");
        keys.remove("help");
        assertThat(family()).isSameAs(earlier);
        keys.put("labels", Map.of("kind", "x"));
        assertInvalid("type or labels differ from an earlier row of family cassandra_kit_size_bytes");
        keys.remove("labels");
        keys.remove("gauge");
        keys.put("histogram", "cassandra_kit_size_bytes");
        assertInvalid("type or labels differ from an earlier row of family cassandra_kit_size_bytes");
    }

    @Test
    void anInvalidRowIsRejectedWithItsName() {
        keys.remove("help");
        assertInvalid("missing help for family cassandra_kit_size_bytes");
        keys.remove("gauge");
        assertInvalid("no counter, gauge, histogram or quantiles");
        keys.put("guage", "cassandra_kit");
        assertInvalid("unknown key guage");
        keys.put("from", "Kit");
        assertInvalid("'from' must be <type>.<name>");
    }

    @Test
    void aRowCannotClaimAnUnknownLine() {
        keys.put("since", "4.2");
        assertThatThrownBy(() -> new RowText(keys).lines())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("unknown line 4.2, expected one of [3.11, 4.0,");
    }
}
