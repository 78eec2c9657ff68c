package org.apache.cassandra.io.sstable.format;

import org.apache.cassandra.io.util.FileHandle;

/** Gives access to the open data file of an sstable, which is protected. */
public final class DataFile {
    private DataFile() {}

    public static FileHandle of(SSTableReader sstable) {
        return sstable.dfile;
    }
}
