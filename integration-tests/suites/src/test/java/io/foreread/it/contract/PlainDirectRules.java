package io.foreread.it.contract;

/** Checks direct I/O in scans of an uncompressed file. */
class PlainDirectRules extends DirectRules {
    @Override
    String table() {
        return "plain";
    }
}
