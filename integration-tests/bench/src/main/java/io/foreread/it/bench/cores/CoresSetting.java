package io.foreread.it.bench.cores;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A setting of Foreread that lets another thread work for a compaction. */
enum CoresSetting {
    COMPRESS_AHEAD("CompressAhead", "foreread_chunks_compressed_ahead_total"),
    DECOMPRESS_AHEAD("DecompressAhead", "foreread_chunks_ahead_total");

    /** The values that are compared. The first one is the reference. */
    static final List<String> VALUES = List.of("off", "auto");

    private final String attribute;
    private final String chunksAhead;

    /**
     * @param attribute the name in the MBean of Foreread
     * @param chunksAhead the metric that counts the chunks of other threads
     */
    CoresSetting(String attribute, String chunksAhead) {
        this.attribute = attribute;
        this.chunksAhead = chunksAhead;
    }

    /** @throws IllegalArgumentException if there is no such setting; the message contains the option and its valid values */
    static CoresSetting named(String name) {
        return Arrays.stream(values())
                .filter(setting -> setting.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--setting: '" + name + "' is none of "
                        + Arrays.stream(values()).map(CoresSetting::toString).collect(Collectors.joining(", "))));
    }

    String attribute() {
        return attribute;
    }

    String chunksAhead() {
        return chunksAhead;
    }

    String with(String value) {
        return this + "=" + value;
    }

    /** The name of the setting, such as {@code compress-ahead}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
