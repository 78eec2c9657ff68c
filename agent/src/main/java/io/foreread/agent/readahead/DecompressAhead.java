package io.foreread.agent.readahead;

/** Whether another thread decompresses a scan's next chunks. */
public enum DecompressAhead {
    /** Where getting chunks is a real share of the scan, and a core is idle. */
    AUTO,
    /** For every scan of whole sstables. */
    ON,
    /** Only for scans that read past the page cache, which nobody reads ahead for otherwise. */
    OFF
}
