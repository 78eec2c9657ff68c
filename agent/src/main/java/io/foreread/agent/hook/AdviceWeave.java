package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Copies an advice into each method with a given name and descriptor. The landmark is that the method exists. */
public final class AdviceWeave extends Weave {
    private final String methodName;
    private final List<String> descriptors;
    private final String adviceName;

    private AdviceWeave(String methodName, List<String> descriptors, String adviceName) {
        this.methodName = methodName;
        this.descriptors = descriptors;
        this.adviceName = adviceName;
    }

    /** @param advice simple name of a class in the advice package */
    static AdviceWeave of(String methodName, String descriptor, String advice) {
        return of(methodName, Collections.singletonList(descriptor), advice);
    }

    /**
     * For a method whose descriptor differs between releases. All methods with one of these descriptors are woven; at least
     * one must exist.
     */
    static AdviceWeave of(String methodName, List<String> descriptors, String advice) {
        return new AdviceWeave(methodName, descriptors, "io.foreread.agent.advice." + advice);
    }

    static AdviceWeave scannerHasNext() {
        return of("hasNext", "()Z", "ScannerHasNextAdvice");
    }

    static AdviceWeave scannerNext() {
        return of("next", "()Lorg/apache/cassandra/db/rows/UnfilteredRowIterator;", "ScannerNextAdvice");
    }

    static AdviceWeave scannerBytes() {
        return of("getBytesScanned", "()J", "ScannerBytesAdvice");
    }

    static AdviceWeave scannerRange() {
        return of("seekToCurrentRangeStart", "()V", "ScannerRangeAdvice");
    }

    public String methodName() {
        return methodName;
    }

    public List<String> descriptors() {
        return descriptors;
    }

    public String adviceName() {
        return adviceName;
    }
}
