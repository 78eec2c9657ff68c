package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;
import java.util.Arrays;
import java.util.List;

/** Records whether a thread of the read stage executes a point read or a range read. */
public final class ReadCommandHook extends Hook {
    private static final String ITERATOR = "Lorg/apache/cassandra/db/partitions/UnfilteredPartitionIterator;";
    private static final String RESPONSE = "Lorg/apache/cassandra/db/ReadResponse;";
    private static final String CONTROLLER = "Lorg/apache/cassandra/db/ReadExecutionController;";
    /** 6.0 added the parameter for the metadata of the cluster. Lightweight transactions call the method that has it. */
    private static final List<String> EXECUTE = Arrays.asList(
            "(" + CONTROLLER + ")" + ITERATOR,
            "(" + CONTROLLER + "Lorg/apache/cassandra/tcm/ClusterMetadata;)" + ITERATOR);
    /** 4.0.1 added the parameter for repaired data. */
    private static final List<String> CREATE_RESPONSE = Arrays.asList(
            "(" + ITERATOR + ")" + RESPONSE, "(" + ITERATOR + "Lorg/apache/cassandra/db/RepairedDataInfo;)" + RESPONSE);

    public ReadCommandHook() {
        super(
                HookNames.READ_COMMAND,
                "org.apache.cassandra.db.ReadCommand",
                "all",
                AdviceWeave.of("executeLocally", EXECUTE, "ReadCommandAdvice"),
                AdviceWeave.of("createResponse", CREATE_RESPONSE, "ReadCommandAdvice"));
    }
}
