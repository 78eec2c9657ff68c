package io.foreread.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.config.Setting;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that each setting takes effect. */
class AgentSettingsTest {
    private static final String HOOK = "scrubber";

    /** For each key, a value that is not its default, and what changes with this value. */
    private static final Map<String, Effect> EFFECTS = new LinkedHashMap<>();

    static {
        EFFECTS.put("enabled", new Effect("false", node -> node.config.enabled()));
        EFFECTS.put(
                "listen", new Effect("127.0.0.1:1", node -> node.config.listen().port()));
        EFFECTS.put("read-ahead", new Effect("on", node -> node.readAhead.mode()));
        EFFECTS.put("block-size", new Effect("1MiB", node -> node.readAhead.blockBytes()));
        EFFECTS.put("buffer-budget", new Effect("8MiB", node -> node.readAhead.budgetBytes()));
        EFFECTS.put("overlap", new Effect("false", node -> node.readAhead.overlap()));
        EFFECTS.put("decompress-ahead", new Effect("off", node -> node.readAhead.decompressAhead()));
        EFFECTS.put("compress-ahead", new Effect("auto", node -> node.readAhead.compressAhead()));
        EFFECTS.put("compress-ahead-flush", new Effect("true", node -> node.readAhead.compressAheadFlush()));
        EFFECTS.put("direct-io", new Effect("true", node -> node.readAhead.directIo()));
        EFFECTS.put("skip-index", new Effect("false", node -> node.readAhead.skipIndex()));
        EFFECTS.put("filter-key-cache", new Effect("false", node -> node.readAhead.filterKeyCache()));
        EFFECTS.put("skip-empty-inputs", new Effect("false", node -> node.readAhead.skipEmptyInputs()));
        EFFECTS.put("reuse-scanned-bytes", new Effect("false", node -> node.readAhead.reuseScannedBytes()));
        EFFECTS.put("hooks.<name>", new Effect("off", node -> node.config.hookOn(HOOK)));
    }

    private record Effect(String value, Function<Node, Object> seen) {}

    private record Node(AgentConfig config, ReadAhead readAhead) {
        static Node startedWith(Map<String, String> settings) {
            AgentConfig config = AgentConfig.of(settings, Set.of(HOOK));
            assertThat(config.problems()).isEmpty();
            ReadAhead readAhead = new ReadAhead();
            readAhead.configure(config.readAhead());
            return new Node(config, readAhead);
        }
    }

    static Stream<String> keys() {
        return AgentSettings.LIST.all().stream().map(Setting::key);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everySettingHasItsEffect(String key) {
        assertThat(EFFECTS).as("add an effect for a new setting").containsKey(key);
        Node usual = Node.startedWith(Map.of());
        Node changed = Node.startedWith(
                Map.of(key.replace("<name>", HOOK), EFFECTS.get(key).value()));
        assertThat(EFFECTS.keySet())
                .filteredOn(other -> !EFFECTS.get(other)
                        .seen()
                        .apply(changed)
                        .equals(EFFECTS.get(other).seen().apply(usual)))
                .containsExactly(key);
    }

    @Test
    void defaultsEqualTheInitialValuesOfReadAhead() {
        Node usual = Node.startedWith(Map.of());
        Node untouched = new Node(usual.config, new ReadAhead());
        for (Effect effect : EFFECTS.values())
            assertThat(effect.seen().apply(usual)).isEqualTo(effect.seen().apply(untouched));
    }
}
