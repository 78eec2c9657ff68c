package io.foreread.agent.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Declares each package once: the rules of {@link PackageFlowTest} and the table of CONTRIBUTING.md come from here.
 *
 * @param holds a description of its content
 * @param loadedBy who loads its classes
 * @param ours packages of Foreread that it may import
 * @param libraries libraries that it may import in addition to the JDK
 */
record OurPackage(String name, String holds, String loadedBy, List<String> ours, List<Library> libraries) {
    private static final String PREFIX = "io.foreread";
    private static final List<String> JDK = List.of("java..", "com.sun.management..");
    /** Used by the compiler only. */
    private static final String NULLNESS = "org.jspecify.annotations..";

    private static final String SCRAPE = "the endpoint's thread";
    private static final String START = "the agent, when Cassandra begins to start";
    private static final String CASSANDRA_READER = START + ", in the class loader of Cassandra";

    static final List<OurPackage> ALL = List.of(
            of(".agent", "`premain`", "the JVM, first").imports(".agent.resident"),
            of(
                            ".agent.resident",
                            "attach and detach, class loaders of attachments",
                            "premain, in the class loader of Cassandra")
                    .imports(".agent.resident.dispatch"),
            of(
                            ".agent.resident.dispatch",
                            "methods that woven code calls, interfaces of attachments",
                            "premain, in the class loader of Cassandra")
                    .uses(Library.CASSANDRA, Library.GUAVA),
            of(".agent.startup", "the order of the start, and its reversal", "premain")
                    .imports(
                            ".agent.compaction",
                            ".agent.config",
                            ".agent.control",
                            ".agent.hook",
                            ".agent.install",
                            ".agent.probe",
                            ".agent.readahead",
                            ".agent.reader",
                            ".agent.resident",
                            ".agent.resident.dispatch",
                            ".agent.writer",
                            ".exporter",
                            ".exporter.catalog",
                            ".exporter.config",
                            ".exporter.recorder")
                    .uses(Library.JMX, Library.SLF4J),
            of(".agent.config", "the agent's settings", "premain")
                    .imports(".agent.readahead", ".exporter.config", ".exporter.security"),
            of(".agent.hook", "one file per hook, which refers to Cassandra and advice by name only", "premain"),
            of(".agent.install", "landmarks, weaving, status", "premain")
                    .imports(".agent.hook", ".agent.probe", ".agent.resident.dispatch", ".exporter.recorder")
                    .uses(Library.BYTE_BUDDY),
            of(".agent.control", "the MBean", START)
                    .imports(
                            ".agent.config",
                            ".agent.hook",
                            ".agent.probe",
                            ".agent.readahead",
                            ".exporter.config",
                            ".exporter.recorder")
                    .uses(Library.JMX, Library.SLF4J),
            of(".agent.advice", "code that is copied into Cassandra", "**never**")
                    .imports(".agent.resident.dispatch")
                    .uses(Library.BYTE_BUDDY, Library.CASSANDRA),
            of(".agent.probe", "methods that record what woven code observes", "premain")
                    .imports(".agent.resident.dispatch", ".exporter.recorder")
                    .uses(Library.CASSANDRA, Library.SLF4J),
            of(".agent.compaction", "what compactions of many sstables leave out", "premain")
                    .imports(".agent.probe", ".agent.readahead", ".agent.resident.dispatch", ".exporter.recorder")
                    .uses(Library.CASSANDRA),
            of(".agent.readahead", "the read-ahead algorithm, on any file that is read by offset", START)
                    .imports(".agent.probe", ".exporter.recorder"),
            of(".agent.reader", "the adapter to Cassandra's readers", START)
                    .imports(
                            ".agent.probe",
                            ".agent.readahead",
                            ".agent.reader.shape",
                            ".agent.resident.dispatch",
                            ".exporter.recorder")
                    .uses(Library.CASSANDRA, Library.GUAVA, Library.SLF4J),
            of(".agent.reader.shape", "members of Cassandra that differ between lines", START)
                    .uses(Library.CASSANDRA),
            of(".agent.writeahead", "the compress-ahead algorithm, on any output", START),
            of(".agent.writer", "the adapter to Cassandra's writers", START)
                    .imports(
                            ".agent.probe",
                            ".agent.readahead",
                            ".agent.resident.dispatch",
                            ".agent.writeahead",
                            ".exporter.recorder")
                    .uses(Library.CASSANDRA, Library.SLF4J),
            new OurPackage(
                    "org.apache.cassandra.io.util",
                    "access to package-private members",
                    CASSANDRA_READER,
                    List.of(),
                    List.of(Library.CASSANDRA)),
            new OurPackage(
                    "org.apache.cassandra.io.sstable.format",
                    "access to package-private members",
                    CASSANDRA_READER,
                    List.of(),
                    List.of(Library.CASSANDRA)),
            of(".agent.command", "the `foreread` command", "a command line, never a node")
                    .imports(
                            ".agent.command.check",
                            ".agent.command.node",
                            ".agent.config",
                            ".agent.control",
                            ".agent.hook",
                            ".exporter.cli",
                            ".exporter.config",
                            ".exporter.jmx.client")
                    .uses(Library.PICOCLI),
            of(".agent.command.check", "the findings of `foreread check`", "a command line, never a node")
                    .imports(
                            ".agent.command.node",
                            ".agent.config",
                            ".agent.control",
                            ".agent.hook",
                            ".agent.install",
                            ".agent.readahead",
                            ".exporter.catalog",
                            ".exporter.config",
                            ".exporter.mbean")
                    .uses(Library.JMX, Library.SNAKE_YAML),
            of(".agent.command.node", "processes of this machine, connections to nodes", "a command line, never a node")
                    .imports(".agent.control", ".exporter.config", ".exporter.jmx.client")
                    .uses(Library.JMX, Library.BYTE_BUDDY),
            of(".exporter", "starts the endpoint of a node", "the agent, once Cassandra starts")
                    .imports(
                            ".exporter.cassandra",
                            ".exporter.catalog",
                            ".exporter.config",
                            ".exporter.dropwizard",
                            ".exporter.http",
                            ".exporter.mbean",
                            ".exporter.naming",
                            ".exporter.own",
                            ".exporter.recorder",
                            ".exporter.source",
                            ".exporter.thread")
                    .uses(Library.DROPWIZARD, Library.MICROMETER, Library.JMX, Library.SLF4J),
            of(".exporter.recorder", "counters and histograms that Cassandra's threads write", "the first woven call"),
            of(".exporter.catalog", "the list of all metrics", SCRAPE).uses(Library.SNAKE_YAML),
            of(
                            ".exporter.config",
                            "settings of metrics and the endpoint, version of the build",
                            "premain, and the standalone exporter")
                    .imports(".exporter.catalog")
                    .uses(Library.SNAKE_YAML, Library.SLF4J),
            of(".exporter.source", "the metrics of a node, independent of their origin", SCRAPE)
                    .imports(".exporter.catalog")
                    .uses(Library.JMX, Library.SLF4J),
            of(".exporter.dropwizard", "the metrics of a Dropwizard registry", SCRAPE)
                    .imports(".exporter.catalog", ".exporter.source")
                    .uses(Library.DROPWIZARD, Library.JMX),
            of(".exporter.own", "Foreread's own metrics, from the recorders", SCRAPE)
                    .imports(".exporter.catalog", ".exporter.recorder", ".exporter.source")
                    .uses(Library.MICROMETER),
            of(".exporter.mbean", "readers of MBeans, of this JVM or another", "the endpoint's and a background thread")
                    .imports(".exporter.catalog", ".exporter.config", ".exporter.source", ".exporter.thread")
                    .uses(Library.JMX),
            of(".exporter.thread", "the exporter's threads", SCRAPE).uses(Library.SLF4J),
            of(".exporter.text", "writes the exposition format as bytes", SCRAPE),
            of(".exporter.naming", "the names of jmx_exporter", SCRAPE)
                    .imports(".exporter.catalog", ".exporter.config", ".exporter.source")
                    .uses(Library.JMX, Library.SNAKE_YAML),
            of(".exporter.cassandra", "converts Cassandra's metrics registry to lines of text", SCRAPE)
                    .imports(
                            ".exporter.catalog",
                            ".exporter.config",
                            ".exporter.naming",
                            ".exporter.source",
                            ".exporter.text"),
            of(".exporter.http", "the endpoint", SCRAPE)
                    .imports(
                            ".exporter.cassandra",
                            ".exporter.catalog",
                            ".exporter.config",
                            ".exporter.recorder",
                            ".exporter.security",
                            ".exporter.source",
                            ".exporter.text",
                            ".exporter.thread")
                    .uses(
                            Library.PROMETHEUS_CLIENT,
                            Library.MICROMETER,
                            Library.HTTP_SERVER,
                            Library.TLS,
                            Library.SLF4J),
            of(".exporter.security", "TLS and passwords of the endpoint", SCRAPE)
                    .imports(".exporter.catalog", ".exporter.config", ".exporter.source")
                    .uses(Library.TLS, Library.BCRYPT, Library.SLF4J),
            of(".exporter.jmx", "a node's metrics over remote JMX", "the standalone exporter, never a node")
                    .imports(
                            ".exporter.cassandra",
                            ".exporter.catalog",
                            ".exporter.config",
                            ".exporter.jmx.client",
                            ".exporter.source")
                    .uses(Library.JMX, Library.SLF4J),
            of(
                            ".exporter.jmx.client",
                            "connections to the JMX of nodes",
                            "the standalone exporter or a command line, never a node")
                    .imports(".exporter.config")
                    .uses(Library.JMX, Library.TLS),
            of(".exporter.standalone", "`foreread-exporter.jar`", "its own process, never a node")
                    .imports(
                            ".exporter",
                            ".exporter.cassandra",
                            ".exporter.catalog",
                            ".exporter.cli",
                            ".exporter.config",
                            ".exporter.http",
                            ".exporter.jmx",
                            ".exporter.jmx.client",
                            ".exporter.mbean",
                            ".exporter.naming",
                            ".exporter.own",
                            ".exporter.security",
                            ".exporter.source",
                            ".exporter.text")
                    .uses(Library.MICROMETER, Library.JMX, Library.PICOCLI, Library.SLF4J),
            of(".exporter.cli", "output shared by the two command lines", "a command line, never a node")
                    .imports(".exporter.catalog", ".exporter.config")
                    .uses(Library.PICOCLI));

    private static OurPackage of(String name, String holds, String loadedBy) {
        return new OurPackage(PREFIX + name, holds, loadedBy, List.of(), List.of());
    }

    private OurPackage imports(String... names) {
        return new OurPackage(
                name, holds, loadedBy, Arrays.stream(names).map(PREFIX::concat).toList(), libraries);
    }

    private OurPackage uses(Library... used) {
        return new OurPackage(name, holds, loadedBy, ours, List.of(used));
    }

    /** Patterns of all packages that its classes may depend on. */
    String[] allowed() {
        List<String> allowed = new ArrayList<>(JDK);
        allowed.add(NULLNESS);
        allowed.add(name);
        allowed.addAll(ours);
        for (Library library : libraries) allowed.addAll(library.packages());
        return allowed.toArray(new String[0]);
    }

    /** A row of the table. */
    String row() {
        String imports = Stream.concat(
                        ours.stream().map(one -> '`' + shortName(one) + '`'),
                        libraries.stream().map(Library::toString))
                .collect(Collectors.joining(", "));
        return "| `" + shortName(name) + "` | " + holds + " | " + loadedBy + " | "
                + (imports.isEmpty() ? "nothing else" : imports) + " |";
    }

    private static String shortName(String name) {
        return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
    }
}
