package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Redirects calls of a method to a static method of {@code ScanDispatch}. The static method either replaces
 * the call, or runs after it. A replacement gets the receiver and the arguments of the call. A method that runs after
 * the call gets the result of the call, and returns the result that the caller gets. Both also get the
 * {@code DataRange} argument of the enclosing method, if requested, and the name of the hook.
 *
 * <p>The landmark exists if the class makes the call as often as expected, and with known descriptors only. The method of a
 * replaced call must be public, because the replacement calls it from another package.
 */
public final class CallWeave extends Weave {
    private static final String OPEN = "openDataReader";
    private static final String OPEN_NATIVE = "openDataReaderForScan";
    static final String READER = "Lorg/apache/cassandra/io/util/RandomAccessReader;";
    private static final String SSTABLE = "org/apache/cassandra/io/sstable/format/SSTableReader";
    private static final String SSTABLE_WITH_FILTER = "org/apache/cassandra/io/sstable/format/SSTableReaderWithFilter";
    private static final String BIG_SSTABLE = "org/apache/cassandra/io/sstable/format/big/BigTableReader";
    private static final String SCAN_DISPATCH = "io/foreread/agent/resident/dispatch/ScanDispatch";
    private static final String DATA_RANGE = "Lorg/apache/cassandra/db/DataRange;";
    private static final String BOUNDS = "Ljava/util/Collection;";

    private final List<String> owners;
    private final String methodName;
    private final List<String> descriptors;
    private final int minCalls;
    private final int maxCalls;
    private final String replacementName;
    private final @Nullable String passedArgument;
    private final boolean afterCall;

    private CallWeave(
            List<String> owners,
            String methodName,
            List<String> descriptors,
            int minCalls,
            int maxCalls,
            String replacementName,
            @Nullable String passedArgument,
            boolean afterCall) {
        this.owners = owners;
        this.methodName = methodName;
        this.descriptors = descriptors;
        this.minCalls = minCalls;
        this.maxCalls = maxCalls;
        this.replacementName = replacementName;
        this.passedArgument = passedArgument;
        this.afterCall = afterCall;
    }

    /**
     * Calls of {@code SSTableReader.openDataReader}, with and without a limiter. Scrub and verify of 5.0 call it on
     * {@code SSTableReaderWithFilter}, the bound of their type parameter.
     */
    static CallWeave openDataReader(int minCalls, int maxCalls) {
        List<String> descriptors = Collections.unmodifiableList(
                Arrays.asList("()" + READER, "(Lcom/google/common/util/concurrent/RateLimiter;)" + READER));
        List<String> owners = Collections.unmodifiableList(Arrays.asList(SSTABLE, SSTABLE_WITH_FILTER));
        return new CallWeave(owners, OPEN, descriptors, minCalls, maxCalls, "open", null, false);
    }

    /** Calls of {@code SSTableReader.openDataReaderForScan}, which exists in releases with the native read-ahead. */
    static CallWeave openDataReaderForScan() {
        List<String> descriptors = Collections.unmodifiableList(
                Arrays.asList("()" + READER, "(Lorg/apache/cassandra/config/Config$DiskAccessMode;)" + READER));
        return openNative(descriptors);
    }

    /** The calls that pass no disk access mode. A class that passes one does not match the landmark. */
    static CallWeave openDataReaderForScanWithoutMode() {
        return openNative(one("()" + READER));
    }

    private static CallWeave openNative(List<String> descriptors) {
        return new CallWeave(one(SSTABLE), OPEN_NATIVE, descriptors, 1, 1, "openNative", null, false);
    }

    /** The call of {@code openIndexReader}, to wrap its result. The method moved to BigTableReader in 5.0. */
    static CallWeave openIndexReader() {
        List<String> owners = Collections.unmodifiableList(Arrays.asList(SSTABLE, BIG_SSTABLE));
        return new CallWeave(owners, "openIndexReader", one("()" + READER), 1, 1, "readAheadIndex", null, true);
    }

    /**
     * Calls of {@code RandomAccessReader.open(File)}, to wrap their results. Such a reader is not compressed and not mapped,
     * and has its own channel. 4.1 and later have their own class for files.
     */
    static CallWeave openFile(int minCalls, int maxCalls) {
        List<String> descriptors = Collections.unmodifiableList(
                Arrays.asList("(Ljava/io/File;)" + READER, "(Lorg/apache/cassandra/io/util/File;)" + READER));
        return new CallWeave(
                one("org/apache/cassandra/io/util/RandomAccessReader"),
                "open",
                descriptors,
                minCalls,
                maxCalls,
                "readAheadFile",
                null,
                true);
    }

    static CallWeave of(String owner, String methodName, String descriptor, int calls, String replacementName) {
        return new CallWeave(one(owner), methodName, one(descriptor), calls, calls, replacementName, null, false);
    }

    private static List<String> one(String text) {
        return Collections.singletonList(text);
    }

    /**
     * Passes the enclosing method's {@code DataRange} argument. A call in a method without such an argument does not
     * match the landmark.
     */
    CallWeave withDataRange() {
        return passing(DATA_RANGE);
    }

    /**
     * Passes the enclosing method's collection of position bounds. A call in a method without such an argument does not
     * match the landmark.
     */
    CallWeave withBounds() {
        return passing(BOUNDS);
    }

    private CallWeave passing(String argument) {
        return new CallWeave(owners, methodName, descriptors, minCalls, maxCalls, replacementName, argument, afterCall);
    }

    /** Sends the call to another method of {@code ScanDispatch}. */
    CallWeave to(String replacement) {
        return new CallWeave(
                owners, methodName, descriptors, minCalls, maxCalls, replacement, passedArgument, afterCall);
    }

    /** Returns whether this owner and name are those of a redirected call. Descriptors are not compared. */
    public boolean matches(String owner, String name) {
        return name.equals(methodName) && owners.contains(owner);
    }

    /** Internal name of the class on which the replacement calls the method, a supertype of the owners of redirected calls. */
    public String receiver() {
        return owners.get(0);
    }

    /** Returns whether the call opens Data.db. */
    public boolean opensData() {
        return methodName.equals(OPEN) || opensNative();
    }

    /** Returns whether the call opens Cassandra's native read-ahead reader of Data.db. */
    public boolean opensNative() {
        return methodName.equals(OPEN_NATIVE);
    }

    /** Returns whether the original call remains and its result is passed to the replacement. */
    public boolean afterCall() {
        return afterCall;
    }

    public String methodName() {
        return methodName;
    }

    /** Returns the descriptors for which there is a replacement. */
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
        return SCAN_DISPATCH;
    }

    public String replacementName() {
        return replacementName;
    }

    /** @param descriptor the descriptor of the redirected call */
    public String replacementDescriptor(String descriptor) {
        int close = descriptor.indexOf(')');
        String returned = descriptor.substring(close + 1);
        String taken = afterCall ? returned : "L" + receiver() + ";" + descriptor.substring(1, close);
        return "(" + taken + (passedArgument == null ? "" : passedArgument) + "Ljava/lang/String;)" + returned;
    }

    /** Returns the descriptor of the enclosing method's argument that the replacement gets; null if it gets none. */
    public @Nullable String passedArgument() {
        return passedArgument;
    }
}
