package org.apache.cassandra.io.util;

/**
 * The reader of a scan that reads ahead. Gives access to members of {@code RandomAccessReader} that are package-private up
 * to 4.1. Not thread-safe.
 */
public final class ScanReader extends RandomAccessReader {
    private final Object scan;

    /**
     * @param rebufferer the source of the data
     * @param scan the attached scan. The parameter is an Object, so that this class refers to no type of the agent, which
     *     can be in another class loader
     */
    public ScanReader(Rebufferer rebufferer, Object scan) {
        super(rebufferer);
        this.scan = scan;
    }

    public Object scan() {
        return scan;
    }

    /** @return a reader of Cassandra's own class */
    public static RandomAccessReader open(Rebufferer rebufferer) {
        return new RandomAccessReader(rebufferer);
    }

    /** @return the rebufferer of a reader */
    public static Rebufferer rebufferer(RandomAccessReader reader) {
        return reader.rebufferer;
    }

    /** Used in Cassandra's messages about damaged rows. They begin with the simple name of Cassandra's class, as without the agent. */
    @Override
    public String toString() {
        return RandomAccessReader.class.getSimpleName() + ':' + rebufferer;
    }
}
