package io.foreread.it.contract;

/** Checks the file descriptors of scans of an uncompressed file. */
class PlainScanFileRules extends ScanFileRules {
    @Override
    String table() {
        return "plain";
    }
}
