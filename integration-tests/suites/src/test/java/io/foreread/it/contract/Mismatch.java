package io.foreread.it.contract;

/** A case did not hold; the message says where. */
final class Mismatch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Mismatch(String message) {
        super(message);
    }

    static void unlessEqual(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) throw new Mismatch(what + ": expected " + expected + ", was " + actual);
    }
}
