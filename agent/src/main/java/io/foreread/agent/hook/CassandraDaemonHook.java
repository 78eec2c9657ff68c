package io.foreread.agent.hook;

/**
 * Observes two steps of the node's start: the endpoint opens when {@code setup} begins, and has all metrics after
 * {@code start}.
 */
public final class CassandraDaemonHook extends Hook {
    public CassandraDaemonHook() {
        super(
                "cassandra-daemon",
                "org.apache.cassandra.service.CassandraDaemon",
                "all",
                AdviceWeave.of("setup", "()V", "DaemonSetupAdvice"),
                AdviceWeave.of("start", "()V", "DaemonStartAdvice"));
    }
}
