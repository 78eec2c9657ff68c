package io.foreread.agent.hook;

/**
 * Observes two steps of the node's start: the endpoint opens when {@code setup} begins, and has all metrics after
 * {@code start}.
 */
public final class CassandraDaemonHook extends Hook {
    public static final String NAME = "cassandra-daemon";

    public CassandraDaemonHook() {
        super(
                NAME,
                "org.apache.cassandra.service.CassandraDaemon",
                "all",
                AdviceWeave.of("setup", "()V", "DaemonSetupAdvice"),
                AdviceWeave.of("start", "()V", "DaemonStartAdvice"));
    }
}
