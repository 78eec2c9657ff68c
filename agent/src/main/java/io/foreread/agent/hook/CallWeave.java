package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Replaces calls of an instance method by calls of a static one that takes the receiver, the arguments, then the
 * enclosing method's {@code DataRange} if asked for, then the hook's name.
 *
 * <p>The landmark is that the class makes the call exactly as often as expected, and with known descriptors only.
 */
public final class CallWeave extends Weave {
    static final String READER = "Lorg/apache/cassandra/io/util/RandomAccessReader;";
    private static final String SSTABLE = "org/apache/cassandra/io/sstable/format/SSTableReader";
    private static final String SCAN_READERS = "org/apache/cassandra/io/sstable/format/ScanReaders";
    private static final String DATA_RANGE = "Lorg/apache/cassandra/db/DataRange;";

    private final String owner;
    private final String methodName;
    private final List<String> descriptors;
    private final int minCalls;
    private final int maxCalls;
    private final String replacementName;
    private final boolean passDataRange;

    private CallWeave(
            String owner,
            String methodName,
            List<String> descriptors,
            int minCalls,
            int maxCalls,
            String replacementName,
            boolean passDataRange) {
        this.owner = owner;
        this.methodName = methodName;
        this.descriptors = descriptors;
        this.minCalls = minCalls;
        this.maxCalls = maxCalls;
        this.replacementName = replacementName;
        this.passDataRange = passDataRange;
    }

    /** Calls of {@code SSTableReader.openDataReader}, with and without a limiter. */
    static CallWeave openDataReader(int minCalls, int maxCalls) {
        List<String> descriptors = Collections.unmodifiableList(
                Arrays.asList("()" + READER, "(Lcom/google/common/util/concurrent/RateLimiter;)" + READER));
        return new CallWeave(SSTABLE, "openDataReader", descriptors, minCalls, maxCalls, "open", false);
    }

    /** Calls of {@code SSTableReader.openDataReaderForScan}, which is there where the native read-ahead is. */
    static CallWeave openDataReaderForScan() {
        List<String> descriptors = Collections.unmodifiableList(
                Arrays.asList("()" + READER, "(Lorg/apache/cassandra/config/Config$DiskAccessMode;)" + READER));
        return new CallWeave(SSTABLE, "openDataReaderForScan", descriptors, 1, 1, "openNative", false);
    }

    static CallWeave of(String owner, String methodName, String descriptor, String replacementName) {
        return new CallWeave(owner, methodName, Collections.singletonList(descriptor), 1, 1, replacementName, false);
    }

    /** Passes the enclosing method's {@code DataRange} argument; a call in a method without one is no landmark. */
    CallWeave withDataRange() {
        return new CallWeave(owner, methodName, descriptors, minCalls, maxCalls, replacementName, true);
    }

    /** Internal name of the class whose method is called. */
    public String owner() {
        return owner;
    }

    public String methodName() {
        return methodName;
    }

    /** Descriptors that we have a replacement for. */
    public List<String> descriptors() {
        return descriptors;
    }

    public int minCalls() {
        return minCalls;
    }

    public int maxCalls() {
        return maxCalls;
    }

    public String replacementOwner() {
        return SCAN_READERS;
    }

    public String replacementName() {
        return replacementName;
    }

    /** @param descriptor of the replaced call */
    public String replacementDescriptor(String descriptor) {
        return "(L" + owner + ";" + descriptor.substring(1, descriptor.indexOf(')')) + (passDataRange ? DATA_RANGE : "")
                + "Ljava/lang/String;" + descriptor.substring(descriptor.indexOf(')'));
    }

    /** Descriptor of the enclosing method's argument to pass; null for none. */
    public String passedArgument() {
        return passDataRange ? DATA_RANGE : null;
    }
}
