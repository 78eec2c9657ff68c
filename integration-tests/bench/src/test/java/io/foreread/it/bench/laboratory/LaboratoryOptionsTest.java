package io.foreread.it.bench.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaboratoryOptionsTest {
    @Test
    void aPresetSelectsAVolume() {
        assertThat(VolumeSpec.of(null, null, null, null, null))
                .isEqualTo(new VolumeSpec("gp3-256", 3000, 256, 0, 4, false));
        assertThat(VolumeSpec.of("nvme", null, null, null, 128).words())
                .isEqualTo("nvme: no limit, kernel readahead 128 KiB, page cache hot");
        assertThatThrownBy(() -> VolumeSpec.of("gp2", null, null, null, null))
                .hasMessageContaining("--preset: 'gp2' is none of gp3, gp3-256, io2, hdd, nvme");
    }

    @Test
    void aCustomVolumeHasTheGivenLimits() {
        assertThat(VolumeSpec.of(null, 500, null, null, null).words())
                .isEqualTo("custom: 500 IOPS, any MiB/s, kernel readahead 4 KiB, page cache cold");
        assertThatThrownBy(() -> VolumeSpec.of("gp3", 500, null, null, null)).hasMessageContaining("exclude");
        assertThatThrownBy(() -> VolumeSpec.of(null, 0, null, null, null)).hasMessageContaining("--iops: 0");
        assertThatThrownBy(() -> VolumeSpec.of(null, null, null, null, 6)).hasMessageContaining("--readahead-kb: 6");
    }

    @Test
    void everyContenderCanBeSelected() throws IllegalAccessException {
        for (Field field : ReaderVariant.class.getFields()) {
            ReaderVariant contender = (ReaderVariant) field.get(null);
            assertThat(ReaderVariant.named(List.of(contender.id()))).containsExactly(contender);
        }
    }

    @Test
    void contendersAreSelectedByNameInTheGivenOrder() {
        assertThat(ReaderVariant.named(
                        List.of(ReaderVariant.V50_NATIVE.id(), "4.1-foreread", ReaderVariant.V50_NATIVE.id())))
                .containsExactly(ReaderVariant.V50_NATIVE, ReaderVariant.V41_FOREREAD);
        assertThat(ReaderVariant.named(List.of()))
                .contains(ReaderVariant.V41_FOREREAD, ReaderVariant.V60_NATIVE)
                .doesNotContain(ReaderVariant.V50_FOREREAD);
        assertThatThrownBy(() -> ReaderVariant.named(List.of("3.11")))
                .hasMessageContaining("'3.11' is none of ")
                .hasMessageContaining("4.1-stock-mmap, ");
    }

    @Test
    void settingsAfterTheNameOfAContenderAreAgentSettings() {
        ReaderVariant contender = ReaderVariant.named(List.of("4.1-foreread+overlap=false+block-size=1MiB"))
                .get(0);

        assertThat(contender.agentSettings()).contains(List.of("overlap=false", "block-size=1MiB"));
        assertThat(contender.withDefaults()).contains(ReaderVariant.V41_FOREREAD);
        assertThat(contender.withoutAgent()).contains(ReaderVariant.V41_STOCK_MMAP);
        assertThat(contender.fileName()).isEqualTo("4.1-foreread_overlap_false_block-size_1MiB");
        assertThat(ReaderVariant.V41_FOREREAD.withDefaults()).isEmpty();
        assertThat(ReaderVariant.V50_FOREREAD_CHUNK_CACHE.withoutAgent())
                .contains(ReaderVariant.V50_NATIVE_CHUNK_CACHE);
    }

    @Test
    void aSettingThatTheAgentWouldIgnoreIsRejected() {
        assertThatThrownBy(() -> ReaderVariant.named(List.of("4.1-foreread+block-size=1K")))
                .hasMessageContaining("--contenders: '4.1-foreread+block-size=1K': ")
                .hasMessageContaining("64KiB to 4MiB");
        assertThatThrownBy(() -> ReaderVariant.named(List.of("4.1-foreread+blocksize=1MiB")))
                .hasMessageContaining("blocksize");
        assertThat(ReaderVariant.named(List.of("4.1-foreread+hooks.big-index=false")))
                .hasSize(1);
        assertThatThrownBy(() -> ReaderVariant.named(List.of("4.1-foreread+overlap")))
                .hasMessageContaining("key=value");
        assertThatThrownBy(() -> ReaderVariant.named(List.of("4.1-stock-mmap+overlap=false")))
                .hasMessageContaining("only contenders with the agent have settings");
    }

    @Test
    void optionsOfTheDataAreCheckedAndDetermineTheDirectoryName() {
        assertThat(DataSpec.of("wide", "zstd", 64, 100, 4).directoryName()).isEqualTo("sstables-wide-zstd-64k-100m");
        assertThat(DataSpec.of("documents", "deflate", 16, 100, 4).compressorClass())
                .isEqualTo("DeflateCompressor");
        assertThatThrownBy(() -> DataSpec.of("wide", "brotli", 64, 100, 4))
                .hasMessageContaining("lz4, zstd, deflate and none");
        assertThatThrownBy(() -> DataSpec.of("tall", "lz4", 16, 100, 4)).hasMessageContaining("values-1k, values-700");
        assertThatThrownBy(() -> DataSpec.of("wide", "snappy", 16, 100, 4)).hasMessageContaining("--compression");
        assertThatThrownBy(() -> DataSpec.of("wide", "lz4", 8, 100, 4)).hasMessageContaining("--chunk-kb: 8");
        assertThatThrownBy(() -> DataSpec.of("wide", "lz4", 16, 1, 4)).hasMessageContaining("--data-mb: 1");
        assertThat(DataSpec.of("wide", "lz4", 16, 100, 400).directoryName())
                .isEqualTo("sstables-wide-lz4-16k-100m-400");
        assertThatThrownBy(() -> DataSpec.of("wide", "lz4", 16, 16, 257)).hasMessageContaining("--sstables: 257");
    }

    @Test
    void sstablesWithoutCompressionHaveNoChunks() {
        DataSpec plain = DataSpec.of("values-700", "none", 16, 100, 4);
        assertThat(plain.isCompressed()).isFalse();
        assertThat(plain.directoryName()).isEqualTo("sstables-values-700-none-100m");
        assertThat(plain.createTable()).contains("compression = {'enabled': false} AND");
        assertThat(plain.words()).isEqualTo("values-700, not compressed");
        assertThat(DataSpec.of("wide", "zstd", 64, 100, 4).createTable())
                .contains("compression = {'class': 'ZstdCompressor', 'chunk_length_in_kb': 64} AND");
    }

    @Test
    void warningsOfFioAreIgnored() {
        Calibration.Reading reading = Calibration.parse(
                "fio: a warning\n{\"jobs\": [{\"read\": {\"iops\": 2998.5, \"bw_bytes\": 12281856}}]}", "randread", 4);

        assertThat(reading.iops()).isEqualTo(2998.5);
        assertThat(reading.mibPerSecond()).isEqualTo(11.712890625);
    }

    @Test
    void keysThatSeveralSstablesContainAreCountedOnce() {
        assertThat(DataSpec.of("values-1k", "lz4", 16, 16, 4).keys()).isEqualTo(4096 * 5 / 2);
        assertThat(DataSpec.of("overwrites", "lz4", 16, 16, 4).keys()).isEqualTo(4096);
    }

    @Test
    void partitionsOfDisjointSstablesAreInOneSstableOnly() {
        DataSpec disjoint = DataSpec.of("disjoint-500", "lz4", 16, 16, 8);
        DataSpec overlapping = DataSpec.of("values-500", "lz4", 16, 16, 8);
        long rows = disjoint.workload().rowsPerSSTable(16, 8);
        assertThat(rows).isBetween(4190L, 4194L);
        assertThat(disjoint.keys()).isEqualTo(8 * rows);
        assertThat(overlapping.keys()).isEqualTo(9 * rows / 2);
    }
}
