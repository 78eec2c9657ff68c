package io.foreread.agent.command.check;

import io.foreread.exporter.catalog.Lines;

/** Determines the release of Cassandra, and whether Foreread can read ahead for scans of this release. */
final class ReleaseCheck implements Check {
    private static final String NAME = "release";

    @Override
    public Finding of(CheckedNode node) {
        CassandraJar jar = node.jar();
        String version = node.version();
        if (jar == null)
            return new Finding(
                    NAME,
                    version == null ? "unknown" : version,
                    Verdict.UNKNOWN,
                    "The jar of Cassandra is not on the class path that is visible here. Run the command as the user of"
                            + " the node, or name its files with --conf and --lib.");
        String value = version == null ? "unknown" : version;
        if (!jar.readsAhead(hook -> true))
            return new Finding(
                    NAME,
                    value,
                    Verdict.DOES_NOTHING,
                    "No hook fits the class that reads sstables for compactions, so compactions use Cassandra's reader."
                            + " Foreread exports metrics.");
        if (!Lines.KNOWN.contains(jar.line()))
            return new Finding(
                    NAME,
                    value,
                    Verdict.UNKNOWN,
                    "This version of Foreread was not tested with this release, although its hooks fit. Lines that were"
                            + " tested: " + String.join(", ", Lines.KNOWN) + ".");
        return new Finding(
                NAME,
                value,
                Verdict.HELPS,
                jar.hasNativeReadAhead()
                        ? "Cassandra has a native read-ahead. Foreread reads ahead where the native one has no effect."
                        : "Cassandra has no native read-ahead. Foreread reads ahead for all scans of sstables.");
    }
}
