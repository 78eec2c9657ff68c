package io.foreread.exporter.source;

/**
 * Reads a value in the background and keeps it for scrapes. Reads of the same object never overlap. An implementation
 * counts its errors and does not throw.
 */
public interface BackgroundRead {
    /** Reads the value. The call can block for any time. */
    void read();
}
