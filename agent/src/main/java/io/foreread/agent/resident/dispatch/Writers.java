package io.foreread.agent.resident.dispatch;

import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.jspecify.annotations.Nullable;

/** Opens writers that can compress ahead. An attachment implements it. */
public interface Writers {
    /** @return null if the writer does not compress ahead. It is asked again at the next chunk */
    @Nullable
    OpenWriter open(CompressedSequentialWriter writer);
}
