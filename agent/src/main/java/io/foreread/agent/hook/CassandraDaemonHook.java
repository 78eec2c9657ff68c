package io.foreread.agent.hook;

/**
 * Observes the two steps of the node's start: the endpoint opens at the first step and has all metrics after the
 * second.
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
