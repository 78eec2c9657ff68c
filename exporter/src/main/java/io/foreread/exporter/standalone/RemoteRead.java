package io.foreread.exporter.standalone;

import io.foreread.exporter.jmx.JmxSource;
import io.foreread.exporter.source.BackgroundRead;
import org.jspecify.annotations.Nullable;

/**
 * A background read that reads current values over JMX and does not use the values of the last fetch. Two instances are
 * equal if the wrapped reads are equal.
 */
final class RemoteRead implements BackgroundRead {
    private final BackgroundRead read;
    private final JmxSource source;

    RemoteRead(BackgroundRead read, JmxSource source) {
        this.read = read;
        this.source = source;
    }

    @Override
    public void read() {
        source.inBackground(read::read);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RemoteRead && ((RemoteRead) other).read.equals(read);
    }

    @Override
    public int hashCode() {
        return read.hashCode();
    }

    @Override
    public String toString() {
        return read.toString();
    }
}
