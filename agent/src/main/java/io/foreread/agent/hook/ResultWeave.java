package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Passes the result of a call in one method to a static method of {@code CompactionDispatch}, and gives the caller what
 * that method returns. The static method also gets the receiver of the call, an argument of the enclosing method and the
 * name of the hook.
 *
 * <p>The landmark exists if the enclosing method has no lambdas, assigns no field, makes the call once, and makes exactly the
 * expected calls from there to its end. The result is then used for nothing else.
 */
public final class ResultWeave extends Weave {
    private static final String DISPATCH = "io/foreread/agent/resident/dispatch/CompactionDispatch";
    private static final String TRANSACTIONS = "org/apache/cassandra/db/lifecycle/";
    private static final String SET = "Ljava/util/Set;";
    static final String PARTITION = "Lorg/apache/cassandra/db/rows/UnfilteredRowIterator;";
    static final String KEY = "Lorg/apache/cassandra/db/DecoratedKey;";

    private final String enclosingName;
    private final String enclosingDescriptor;
    private final String passedArgument;
    private final String lookupOwner;

    private ResultWeave(String enclosingName, String enclosingDescriptor, String passedArgument, String lookupOwner) {
        this.enclosingName = enclosingName;
        this.enclosingDescriptor = enclosingDescriptor;
        this.passedArgument = passedArgument;
        this.lookupOwner = lookupOwner;
    }

    /**
     * The inputs of a compaction, in a method that looks up the key of a partition in the key cache once per input, until
     * it is found.
     *
     * @param passedArgument the descriptor of the enclosing method's argument that is, or has, the key
     * @param lookupOwner the internal name of the type on which a key is looked up
     */
    static ResultWeave inputsOfLookups(
            String enclosingName, String enclosingDescriptor, String passedArgument, String lookupOwner) {
        return new ResultWeave(enclosingName, enclosingDescriptor, passedArgument, lookupOwner);
    }

    public String enclosingName() {
        return enclosingName;
    }

    public String enclosingDescriptor() {
        return enclosingDescriptor;
    }

    /** Returns whether this is the call. The first releases of 3.11 call it on the class, others on the interface. */
    public boolean matches(String owner, String name, String descriptor) {
        return name.equals("originals")
                && descriptor.equals("()" + SET)
                && Arrays.asList(TRANSACTIONS + "ILifecycleTransaction", TRANSACTIONS + "LifecycleTransaction")
                        .contains(owner);
    }

    /** Returns all methods that the enclosing method calls after the call, as {@code owner.name}. */
    public List<String> followingCalls() {
        return Collections.unmodifiableList(Arrays.asList(
                "java/util/Set.iterator",
                "java/util/Iterator.hasNext",
                "java/util/Iterator.next",
                lookupOwner + ".getCachedPosition",
                "java/util/Map.put"));
    }

    public String passedArgument() {
        return passedArgument;
    }

    public String replacementOwner() {
        return DISPATCH;
    }

    public String replacementName() {
        return "inputsToLookUp";
    }

    public String replacementDescriptor() {
        return "(Ljava/lang/Object;" + SET + passedArgument + "Ljava/lang/String;)" + SET;
    }
}
