package io.foreread.agent.hook;

/** Where the node's start stands; the endpoint opens at the first and is complete at the second. */
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
