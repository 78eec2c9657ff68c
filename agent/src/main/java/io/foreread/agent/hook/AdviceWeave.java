package io.foreread.agent.hook;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Copies an advice into methods with given names and descriptors. The landmark is that one of these methods exists. */
public final class AdviceWeave extends Weave {
    private final List<String> signatures;
    private final String adviceName;

    private AdviceWeave(List<String> signatures, String adviceName) {
        this.signatures = Collections.unmodifiableList(signatures);
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
        List<String> signatures = new ArrayList<>();
        for (String descriptor : descriptors) signatures.add(methodName + descriptor);
        return ofEither(signatures, advice);
    }

    /**
     * For code that is in another method in some releases. All methods with one of these signatures are woven; at least one
     * must exist.
     *
     * @param signatures names followed by descriptors
     */
    static AdviceWeave ofEither(List<String> signatures, String advice) {
        return new AdviceWeave(signatures, "io.foreread.agent.advice." + advice);
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

    /** For the method in which a writer of compactions compares the size of its output with a limit. */
    static AdviceWeave outputLimit(String advice) {
        return ofEither(
                Arrays.asList(
                        "realAppend(Lorg/apache/cassandra/db/rows/UnfilteredRowIterator;)Z",
                        "shouldSwitchWriterInCurrentLocation(Lorg/apache/cassandra/db/DecoratedKey;)Z"),
                advice);
    }

    /** Returns the names of the methods, followed by their descriptors. */
    public List<String> signatures() {
        return signatures;
    }

    public String adviceName() {
        return adviceName;
    }
}
