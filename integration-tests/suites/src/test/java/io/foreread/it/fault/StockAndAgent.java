package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * The outcomes of one scenario on a stock node and on a node with the agent, which run at the same time.
 *
 * @param <T> the type of the outcome, which must implement equals
 */
record StockAndAgent<T>(T stock, T agent) {
    /** One thread per task, so a task that waits for a node does not block a task that acts on it. */
    static final Executor THREADS = task -> new Thread(task, "foreread-fault").start();

    /** Starts a node of the variant, causes the fault, and returns the outcome. */
    interface Scenario<T> {
        T run(NodeVariant variant) throws Exception;
    }

    static <T> StockAndAgent<T> of(Scenario<T> scenario) {
        CompletableFuture<T> stock = CompletableFuture.supplyAsync(() -> run(scenario, NodeVariant.STOCK), THREADS);
        CompletableFuture<T> agent = CompletableFuture.supplyAsync(() -> run(scenario, NodeVariant.AGENT), THREADS);
        // Waits for both even if one fails: no node must be left running after its test.
        CompletableFuture.allOf(stock, agent).handle((none, failure) -> null).join();
        return new StockAndAgent<>(stock.join(), agent.join());
    }

    private static <T> T run(Scenario<T> scenario, NodeVariant variant) {
        try {
            return scenario.run(variant);
        } catch (Exception e) {
            throw new CompletionException("the scenario failed on the node " + variant, e);
        }
    }

    /** @return the outcome, after a check that it is the same on both nodes */
    T sameOutcome() {
        assertThat(agent).as("with the agent, compared with stock").isEqualTo(stock);
        return stock;
    }
}
