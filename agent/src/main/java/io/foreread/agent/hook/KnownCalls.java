package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Changes nothing. The landmark is that a class passes calls on to one object, in known ways only: it extends Object, has
 * one field of the object's type and other fields of known types, has no methods with unknown names and no lambdas, and calls
 * no unknown method of the object. Some methods are called once in the class, by the method with the same name and descriptor.
 */
public final class KnownCalls extends Weave {
    private final String owner;
    private final List<String> otherFields;
    private final List<String> methods;
    private final List<String> calls;
    private final List<String> calledOnce;

    private KnownCalls(
            String owner, List<String> otherFields, List<String> methods, List<String> calls, List<String> calledOnce) {
        this.owner = owner;
        this.otherFields = otherFields;
        this.methods = methods;
        this.calls = calls;
        this.calledOnce = calledOnce;
    }

    /** @param owner internal name of the object's type */
    static KnownCalls of(String owner) {
        List<String> none = Collections.emptyList();
        return new KnownCalls(owner, none, none, none, none);
    }

    /** @param descriptors of the fields of other types */
    KnownCalls withFields(String... descriptors) {
        return new KnownCalls(owner, list(descriptors), methods, calls, calledOnce);
    }

    /** @param names of the methods that the class can have */
    KnownCalls inMethods(String... names) {
        return new KnownCalls(owner, otherFields, list(names), calls, calledOnce);
    }

    /** @param names of the methods that the class can call on the object, any number of times */
    KnownCalls calling(String... names) {
        return new KnownCalls(owner, otherFields, methods, list(names), calledOnce);
    }

    /** @param names of the methods that are called once */
    KnownCalls callingOnce(String... names) {
        return new KnownCalls(owner, otherFields, methods, calls, list(names));
    }

    private static List<String> list(String... texts) {
        return Collections.unmodifiableList(Arrays.asList(texts));
    }

    @Override
    public boolean changesCode() {
        return false;
    }

    public String owner() {
        return owner;
    }

    public List<String> otherFields() {
        return otherFields;
    }

    public List<String> methods() {
        return methods;
    }

    public List<String> calls() {
        return calls;
    }

    public List<String> calledOnce() {
        return calledOnce;
    }
}
