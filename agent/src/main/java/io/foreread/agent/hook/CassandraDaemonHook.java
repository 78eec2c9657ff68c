package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.List;

/** Where the node's start stands; the endpoint opens at the first and is complete at the second. */
public final class CassandraDaemonHook implements Hook {
    @Override
    public String name() {
        return "cassandra-daemon";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.service.CassandraDaemon";
    }

    @Override
    public List<Weave> weaves() {
        return Arrays.asList(
                AdviceWeave.of("setup", "()V", "DaemonSetupAdvice"),
                AdviceWeave.of("start", "()V", "DaemonStartAdvice"));
    }

    @Override
    public String lines() {
        return "all";
    }
}
