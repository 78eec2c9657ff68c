package io.foreread.exporter.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentTest {
    @ParameterizedTest
    @CsvSource({
        "me-1-big-Data.db, DATA",
        "nb-12-big-Data.db, DATA",
        "nb-3gvk_0y3p_2v3lc2cj6m9p7xk1bq-big-Data.db, DATA",
        "da-7-bti-Data.db, DATA",
        "ks-table-jb-1-Data.db, DATA",
        "nb-1-big-Index.db, INDEX",
        "da-1-bti-Partitions.db, PARTITIONS",
        "da-1-bti-Rows.db, ROWS",
        "nb-1-big-Statistics.db, STATISTICS",
        "nb-1-big-Summary.db, SUMMARY",
        "nb-1-big-Filter.db, FILTER",
        "nb-1-big-CompressionInfo.db, COMPRESSION_INFO",
        "nb-1-big-CRC.db, OTHER",
        "me-1-big-SI_by_name.db, SECONDARY_INDEX",
        "nb-1-big-SAI+aa+GroupMeta.db, SECONDARY_INDEX",
        "nb-1-big-SAI+aa+by_name+TermsData.db, SECONDARY_INDEX",
        "da-1-bti-SAI+ba+by-name+PostingLists.db, SECONDARY_INDEX"
    })
    void mapsFileNamesToComponents(String file, Component component) {
        assertThat(Component.ofPath("/var/lib/cassandra/data/ks/t-1b255f4def2540a6/" + file))
                .isEqualTo(component);
        assertThat(Component.ofPath(file)).isEqualTo(component);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/c/commitlog/CommitLog-7-1700000000000.log",
                "/c/hints/3b2e-1700000000000-2.hints",
                "/c/saved_caches/KeyCache-e.db",
                "/c/saved_caches/RowCache-d.db",
                "/c/data/ks/t-1/nb-1-big-TOC.txt",
                "/c/data/ks/t-1/nb-1-big-Digest.crc32",
                "/c/data/ks/t-1/nb_txn_compaction_1.log",
                ""
            })
    void ignoresOtherFiles(String path) {
        assertThat(Component.ofPath(path)).isNull();
    }

    @Test
    void dataFileOfAnIndexTableIsComponentData() {
        assertThat(Component.ofPath("/d/ks/t-1/.t_by_name_idx/nb-1-big-Data.db"))
                .isEqualTo(Component.DATA);
    }

    @Test
    void directoryNamesAreIgnored() {
        assertThat(Component.ofPath("/d-SI_x/ks/t-1/nb-1-big-CRC.db")).isEqualTo(Component.OTHER);
    }
}
