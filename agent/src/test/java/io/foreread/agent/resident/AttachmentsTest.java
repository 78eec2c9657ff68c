package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.compaction.AttachedCompactionInputs;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.resident.dispatch.ProbeDispatch;
import io.foreread.agent.writer.AttachedWriters;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Checks attaches and detaches without a failure, and commands that are refused. */
class AttachmentsTest extends SimulatedAttachment {
    @Test
    void attachAndDetach() {
        assertThat(attach()).hasToString("ok started");
        assertThat(attachments.detach()).hasToString("ok Foreread is detached");
        assertThat(copy.calls).containsExactly("start", "stop", "restore", "close");
        assertThat(states)
                .containsExactly(
                        "attaching",
                        "attached 1.2",
                        "detaching 1.2; closing the endpoint",
                        "detaching 1.2; 0 scans are open",
                        "detached");
    }

    @Test
    void argumentsArePassedOn() {
        attachments.attach(JAR, "listen=off", null, true);
        assertThat(copy.arguments).isEqualTo("listen=off");
        assertThat(copy.running).isTrue();
        attachments.detach();
        attachments.attach(JAR, null, null, false);
        assertThat(copy.arguments).isNull();
        assertThat(copy.running).isFalse();
    }

    @Test
    void attachAgainAfterADetach() {
        for (int i = 0; i < 3; i++) {
            assertThat(attach().isOk()).isTrue();
            assertThat(attachments.detach().isOk()).isTrue();
        }
        assertThat(last(states)).isEqualTo("detached");
    }

    @Test
    void wovenCodeCallsNoAttachmentOnceADetachBegins() {
        copy.onStop = () -> assertThat(ProbeDispatch.channelReadStarts()).isZero();
        attach();
        Dispatch.to(new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), new AttachedProbes());
        assertThat(ProbeDispatch.channelReadStarts()).isNotZero();
        assertThat(attachments.detach().isOk()).isTrue();
    }

    @Test
    void secondAttachIsRefusedWithTheVersion() {
        attach();
        assertThat(attach()).hasToString("refused Foreread 1.2 is attached already");
        assertThat(copy.calls).containsExactly("start");
        assertThat(last(states)).isEqualTo("attached 1.2");
    }

    @Test
    void detachWithoutAnAttachmentIsRefused() {
        assertThat(attachments.detach()).hasToString("refused Foreread is not attached");
        assertThat(states).isEmpty();
    }

    @Test
    void commandsAreRefusedWhileAnAttachIsInProgress() throws Exception {
        CountDownLatch starting = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        copy.onStart = () -> {
            starting.countDown();
            started.await();
        };
        Future<Answer> first = threads.submit(this::attach);
        starting.await();
        assertThat(attach()).hasToString("refused an attach is in progress");
        assertThat(attachments.detach()).hasToString("refused an attach is in progress");
        started.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS).isOk()).isTrue();
    }

    @Test
    void commandsAreRefusedWhileADetachIsInProgress() throws Exception {
        CountDownLatch stopping = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        attach();
        copy.onStop = () -> {
            stopping.countDown();
            stopped.await();
        };
        Future<Answer> first = threads.submit(attachments::detach);
        stopping.await();
        assertThat(last(states)).isEqualTo("detaching 1.2; closing the endpoint");
        assertThat(attach()).hasToString("refused a detach is in progress");
        assertThat(attachments.detach()).hasToString("refused a detach is in progress");
        stopped.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS)).hasToString("ok Foreread is detached");
    }
}
