package io.foreread.agent.hook;

import io.foreread.agent.writer.WriterHooks;

/**
 * Completes or ends the chunks of a writer that compresses ahead, before it is synchronised, committed or aborted. It works
 * together with {@link ChunkWriterHook}, which has the landmarks of both. Without that hook this one has no effect.
 */
public final class WriterCommitHook extends Hook {
    public WriterCommitHook() {
        super(
                WriterHooks.WRITER_COMMIT,
                "org.apache.cassandra.io.util.SequentialWriter",
                "all",
                AdviceWeave.of("syncDataOnlyInternal", "()V", "ChunkDrainAdvice"),
                AdviceWeave.of("truncate", "(J)V", "ChunkRetireAdvice"),
                AdviceWeave.of("prepareToCommit", "()V", "WriterPrepareAdvice"),
                AdviceWeave.of("finish", "()V", "WriterPrepareAdvice"),
                AdviceWeave.of("close", "()V", "WriterCloseAdvice"),
                AdviceWeave.of("abort", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;", "WriterAbortAdvice"));
    }
}
