package io.foreread.exporter.source;

/**
 * Reads a value in the background and keeps it for scrapes. Reads of the same object never overlap. Counts its errors
 * and does not throw.
 */
public interface BackgroundRead {
    /** Can block for any time. */
    void read();
}
