package io.foreread.it.contract;

/** A difference between the stock reader and Foreread's reader. The message says which values differ. */
final class Mismatch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Mismatch(String message) {
        super(message);
    }

    static void unlessEqual(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) throw new Mismatch(what + ": expected " + expected + ", was " + actual);
    }
}
