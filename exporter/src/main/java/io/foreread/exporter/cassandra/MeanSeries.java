package io.foreread.exporter.cassandra;

import io.foreread.exporter.text.TextBuffer;
import org.jspecify.annotations.Nullable;

/** The mean of a distribution as a gauge, read together with its percentiles. */
final class MeanSeries extends Series {
    private static final byte[] NO_LABEL = new byte[0];

    private final byte[] name;
    private final byte[] labels;
    private final QuantileSeries percentiles;
    private final NumberText number = new NumberText();

    /** @param percentiles the percentiles and mean of the same distribution, exported or not */
    MeanSeries(@Nullable Exportable owner, byte[] name, byte[] labels, QuantileSeries percentiles) {
        super(owner, percentiles.live());
        this.name = name;
        this.labels = labels;
        this.percentiles = percentiles;
    }

    @Override
    String origin() {
        return percentiles.origin();
    }

    /**
     * Reads the percentiles and the mean, unless the {@link QuantileSeries} already read them in this scrape. If the
     * {@link QuantileSeries} failed to read them in this scrape, this method returns false and does not throw, so that
     * the error is not counted twice.
     */
    @Override
    boolean readValue() {
        if (!percentiles.readIn(scrape())) throw new IllegalStateException("cannot be read", percentiles.takeFailure());
        if (!percentiles.readable()) return false;
        number.set(percentiles.mean());
        return true;
    }

    @Override
    void append(TextBuffer out) {
        number.appendTo(out.sample(name, labels, NO_LABEL));
        out.append('\n');
    }

    @Override
    int lines() {
        return 1;
    }
}
