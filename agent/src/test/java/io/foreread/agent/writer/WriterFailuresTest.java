package io.foreread.agent.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOError;
import java.io.IOException;
import org.apache.cassandra.io.FSWriteError;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class WriterFailuresTest {
    private static final String PATH = "/data/ks/t/nb-1-big-Data.db";

    private static Throwable thrown(Throwable failure, boolean again) {
        return catchThrowable(() -> WriterFailures.rethrow(failure, PATH, again));
    }

    private static void assertCanBeMerged(Throwable first, Throwable second) {
        assertThatCode(() -> first.addSuppressed(second)).doesNotThrowAnyException();
    }

    @Test
    void failedWriteIsAWriteErrorOfTheFileForEachCall() {
        IOException failure = new IOException("No space left on device");
        Throwable first = thrown(failure, false);
        Throwable second = thrown(failure, true);
        for (Throwable one : new Throwable[] {first, second})
            assertThat(one).isExactlyInstanceOf(FSWriteError.class).hasCause(failure);
        assertCanBeMerged(first, second);
    }

    @Test
    void partialWriteIsNotAnErrorOfTheFileSystemForAnyCall() {
        IOException cause = new IOException("No space left on device");
        IOError failure = new IOError(cause);
        Throwable first = thrown(failure, false);
        Throwable second = thrown(failure, true);
        assertThat(first).isExactlyInstanceOf(IOError.class).hasCause(cause);
        assertThat(second).isExactlyInstanceOf(IOError.class).hasCause(cause);
        assertCanBeMerged(first, second);
    }

    @Test
    void failureOfTheCompressorIsThrownOnceAndIsThenACause() {
        for (Throwable failure : new Throwable[] {new IllegalStateException("a defect"), new OutOfMemoryError()}) {
            Throwable first = thrown(failure, false);
            Throwable second = thrown(failure, true);
            assertThat(first).isSameAs(failure);
            assertThat(second).isExactlyInstanceOf(RuntimeException.class).hasCause(failure);
            assertThat(thrown(failure, true)).isNotSameAs(second);
            assertCanBeMerged(first, second);
        }
    }

    @Test
    void failureThatNoCallHasThrownIsLogged() {
        Logger logger = (Logger) LoggerFactory.getLogger("io.foreread.ReadAhead");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            WriterFailures.logUnreported(null, PATH);
            WriterFailures.logUnreported(new IOException("No space left on device"), PATH);
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list).hasSize(1);
        assertThat(log.list.get(0).getFormattedMessage()).contains(PATH);
        assertThat(log.list.get(0).getThrowableProxy().getMessage()).isEqualTo("No space left on device");
    }
}
