package io.foreread.it.bench.compaction;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VolumeSpec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompactionOptionsTest {
    @Test
    void aFileNeedsItsDirectory() {
        assertThatThrownBy(() -> options(1, Path.of("no-such-directory/out.json")))
                .hasMessageContaining("--json");
        assertThatThrownBy(() -> options(0, null)).hasMessageContaining("--rounds: 0");
    }

    private static CompactionOptions options(int rounds, Path json) {
        return new CompactionOptions(
                VolumeSpec.of(null, null, null, null, null),
                ReaderVariant.named(List.of()),
                DataSpec.of("values-1k", "lz4", 16, 100, 4),
                rounds,
                1,
                false,
                json,
                null);
    }
}
