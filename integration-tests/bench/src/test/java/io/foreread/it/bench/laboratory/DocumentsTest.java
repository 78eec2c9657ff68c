package io.foreread.it.bench.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class DocumentsTest {
    private static final int BYTES = 10 << 10;

    @Test
    void aRowAlwaysHasTheSameDocument() {
        assertThat(Documents.of(7, 1, BYTES)).isEqualTo(Documents.of(7, 1, BYTES));
        assertThat(Documents.of(7, 1, BYTES)).isNotEqualTo(Documents.of(7, 2, BYTES));
        assertThat(Documents.of(7, 1, BYTES)).isNotEqualTo(Documents.of(8, 1, BYTES));
        assertThat(Documents.of(7, 1, BYTES).remaining()).isEqualTo(BYTES);
    }

    @Test
    void documentsCompressByAFactorBetween2_5And5() {
        Deflater deflater = new Deflater();
        deflater.setInput(Documents.of(7, 1, BYTES));
        deflater.finish();

        assertThat(BYTES / (double) deflater.deflate(new byte[BYTES])).isBetween(2.5, 5.0);
    }
}
