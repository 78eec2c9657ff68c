package io.foreread.agent.hook;

/**
 * Wraps the reader with which {@code nodetool verify} computes the digest of Data.db. Cassandra reads the file in 4 KiB, on
 * all lines and without a throttle.
 */
public final class DigestValidatorHook extends Hook {
    public DigestValidatorHook() {
        super(
                "digest-validator",
                "org.apache.cassandra.io.util.DataIntegrityMetadata$FileDigestValidator",
                "all",
                // One call opens the data, the other one the digest, which is too small to gain.
                CallWeave.openFile(2, 2));
    }
}
