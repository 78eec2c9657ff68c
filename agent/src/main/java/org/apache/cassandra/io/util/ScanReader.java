package org.apache.cassandra.io.util;

/**
 * The reader of a scan that reads ahead. Gives access to members of {@code RandomAccessReader} that are package-private up
 * to 4.1. Not thread-safe.
 */
public final class ScanReader extends RandomAccessReader {
    private final Object scan;

    /**
     * @param rebufferer what this reads from
     * @param scan what is known of the scan besides; of JDK type, because this class stays when the agent is detached
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

    /** @return what that reader reads from */
    public static Rebufferer rebufferer(RandomAccessReader reader) {
        return reader.rebufferer;
    }

    /** Part of Cassandra's messages about damaged rows, which are to say what they say without the agent. */
    @Override
    public String toString() {
        return RandomAccessReader.class.getSimpleName() + ':' + rebufferer;
    }
}
