package io.foreread.agent.command.check;

import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.ConfigCheck;
import io.foreread.agent.readahead.ReadAhead;
import java.util.List;
import java.util.Locale;

/** Determines whether scans read ahead with the settings of the agent. */
final class SettingsCheck implements Check {
    private static final String NAME = "settings of the agent";

    @Override
    public Finding of(CheckedNode node) {
        AgentConfig agent = node.agent();
        List<String> problems = ConfigCheck.problems(agent, warning -> {});
        if (!problems.isEmpty())
            return new Finding(
                    NAME,
                    "not valid",
                    Verdict.PROBLEM,
                    String.join("; ", problems)
                            + ". Until this is corrected, the agent serves no metrics, and scans do not"
                            + " read ahead unless only settings http.*, metrics.* or listen are wrong.");
        if (!agent.enabled())
            return new Finding(NAME, "enabled: false", Verdict.DOES_NOTHING, "The agent changes and records nothing.");
        ReadAhead.Mode mode = agent.readAhead().mode();
        long budgetBytes = agent.readAhead().budgetBytes();
        String value = "read-ahead: " + mode.name().toLowerCase(Locale.ROOT) + ", buffer-budget: " + (budgetBytes >> 20)
                + "MiB";
        if (mode == ReadAhead.Mode.OFF)
            return new Finding(
                    NAME,
                    value,
                    Verdict.DOES_NOTHING,
                    "Scans use Cassandra's reader until read-ahead is switched on (foreread on).");
        if (budgetBytes == 0)
            return new Finding(
                    NAME,
                    value,
                    Verdict.DOES_NOTHING,
                    "Without memory for buffers, scans use Cassandra's reader. Raise buffer-budget.");
        CassandraJar jar = node.jar();
        if (jar != null && jar.readsAhead(hook -> true) && !jar.readsAhead(agent::hookOn))
            return new Finding(
                    NAME,
                    value,
                    Verdict.DOES_NOTHING,
                    "The hook of the class that reads sstables for compactions is switched off, so compactions use"
                            + " Cassandra's reader. Remove the setting hooks.NAME: false.");
        return new Finding(NAME, value, Verdict.OK, "Scans read ahead with these settings.");
    }
}
