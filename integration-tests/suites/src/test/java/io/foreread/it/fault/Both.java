package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * What became of a stock node and of one with the agent, to which the same was done at the same time.
 *
 * @param <T> what the operator sees, with an equals
 */
record Both<T>(T stock, T agent) {
    /** One each: what waits for a node must not take a thread from what acts on it. */
    static final Executor THREADS = task -> new Thread(task, "foreread-fault").start();

    /** Starts a node of the kind, does the fault to it, and tells what came of it. */
    interface Scenario<T> {
        T run(Kind kind) throws Exception;
    }

    static <T> Both<T> of(Scenario<T> scenario) {
        CompletableFuture<T> stock = CompletableFuture.supplyAsync(() -> run(scenario, Kind.STOCK), THREADS);
        CompletableFuture<T> agent = CompletableFuture.supplyAsync(() -> run(scenario, Kind.AGENT), THREADS);
        // Both, whatever becomes of one: no node may outlive its test.
        CompletableFuture.allOf(stock, agent).handle((none, failure) -> null).join();
        return new Both<>(stock.join(), agent.join());
    }

    private static <T> T run(Scenario<T> scenario, Kind kind) {
        try {
            return scenario.run(kind);
        } catch (Exception e) {
            throw new CompletionException("the " + kind + " node", e);
        }
    }

    /** @return what both saw */
    T agreed() {
        assertThat(agent).as("with the agent, compared with stock").isEqualTo(stock);
        return stock;
    }
}
