package io.foreread.it.fault;

import io.foreread.it.fixture.CassandraNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The distinct messages of level ERROR and exceptions of a log, without parts that differ in each run. */
final class LogErrors {
    private static final Pattern ERROR = Pattern.compile("ERROR \\[[^]]*] \\S+ \\S+ (\\S+) - (.*)");
    private static final Pattern EXCEPTION =
            Pattern.compile("(?:Caused by: )?((?:[a-z][\\w$]*\\.)+[A-Z][\\w$]*(?:Exception|Error)(?::.*)?)");
    /** Thread names, UUIDs of compactions and tables, hashes, lists, byte counts, rebufferers, data directories. */
    private static final Pattern RUN_SPECIFIC = Pattern.compile(
            "Thread\\[[^]]*]|Executor:\\d+|[0-9a-f]{8}-[0-9a-f-]{27}|(?<=-)[0-9a-f]{32}|@[0-9a-f-]+|allocated: \\d+|\\d+(?= / \\d+ bytes)|=\\[[^]]*]|(?<=RandomAccessReader:)[\\w.:]+|/\\S*/(?=data/)");

    /** A message of 3.11 on newer Java versions. The garbage collector determines whether it occurs. */
    private static final String LEAK_FOUND_BY_GC =
            "LEAK DETECTED: a reference (org.apache.cassandra.utils.concurrent.Ref$State*)"
                    + " to class org.apache.cassandra.io.util.MmappedRegions";

    private LogErrors() {}

    static Set<String> errors(CassandraNode node) {
        return errors(node.log());
    }

    static Set<String> errors(List<String> log) {
        Set<String> seen = new TreeSet<>();
        for (String line : log) {
            Matcher error = ERROR.matcher(line);
            if (error.matches()) seen.add(withoutRunSpecifics(error.group(1) + " - " + error.group(2)));
            Matcher exception = EXCEPTION.matcher(line);
            if (exception.matches()) seen.add(withoutRunSpecifics(exception.group(1)));
        }
        seen.removeIf(message -> message.contains(LEAK_FOUND_BY_GC));
        return seen;
    }

    static String withoutRunSpecifics(String message) {
        return RUN_SPECIFIC.matcher(message).replaceAll("*");
    }
}
