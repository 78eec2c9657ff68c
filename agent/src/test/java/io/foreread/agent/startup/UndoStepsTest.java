package io.foreread.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UndoStepsTest {
    private final UndoSteps steps = new UndoSteps();
    private final List<String> done = new ArrayList<>();

    @Test
    void lastStepRunsFirstAndEachOnce() {
        steps.add("end one", () -> done.add("one"));
        steps.add("end two", () -> done.add("two"));
        assertThat(steps.run()).isEmpty();
        assertThat(steps.run()).isEmpty();
        assertThat(done).containsExactly("two", "one");
    }

    @Test
    void failureDoesNotPreventOtherStepsAndIsRepeated() {
        boolean[] fails = {true};
        steps.add("end one", () -> done.add("one"));
        steps.add("end two", () -> {
            done.add("two");
            if (fails[0]) throw new StackOverflowError();
        });
        steps.add("end three", () -> {
            done.add("three");
            if (fails[0]) throw new IOException("busy");
        });
        assertThat(steps.run())
                .containsExactly(
                        "cannot end three: java.io.IOException: busy", "cannot end two: java.lang.StackOverflowError");
        assertThat(done).containsExactly("three", "two", "one");
        fails[0] = false;
        assertThat(steps.run()).isEmpty();
        assertThat(done).containsExactly("three", "two", "one", "three", "two");
        assertThat(steps.run()).isEmpty();
        assertThat(done).hasSize(5);
    }

    @Test
    void stepCanBeAddedWhileOthersRun() {
        steps.add("end one", () -> steps.add("end two", () -> done.add("two")));
        assertThat(steps.run()).isEmpty();
        assertThat(done).isEmpty();
        assertThat(steps.run()).isEmpty();
        assertThat(done).containsExactly("two");
    }

    /** Another thread that adds a step must not wait until a step ends that takes long. */
    @Test
    void addingAStepDoesNotWaitForARun() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch added = new CountDownLatch(1);
        steps.add("wait", () -> {
            running.countDown();
            if (!added.await(20, TimeUnit.SECONDS)) throw new IOException("not added");
        });
        CompletableFuture<List<String>> run = CompletableFuture.supplyAsync(steps::run);
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
        steps.add("end one", () -> done.add("one"));
        added.countDown();
        assertThat(run.get(20, TimeUnit.SECONDS)).isEmpty();
        assertThat(steps.run()).isEmpty();
        assertThat(done).containsExactly("one");
    }

    @Test
    void problemsOfAnInnerListAreNotPrefixedByTheirClass() {
        steps.add("close the endpoint", () -> {
            throw new UndoSteps.UndoneException("cannot close the port: busy");
        });
        assertThat(steps.run()).containsExactly("cannot close the endpoint: cannot close the port: busy");
    }
}
