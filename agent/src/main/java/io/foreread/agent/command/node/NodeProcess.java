package io.foreread.agent.command.node;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A process of this machine, as {@code /proc} describes it. Immutable. */
public final class NodeProcess {
    private static final Path PROC = Paths.get("/proc");
    private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";
    /** The executable of a node. Other processes, such as pgrep and sudo, can have the class among their arguments. */
    private static final Pattern JAVA = Pattern.compile("(.*/)?(java|jsvc[^/]*)");

    private static final int MAX_OLD_CMDLINE_BYTES = 4096;
    /** The bit of SIGQUIT, which is signal 3, in the masks of {@code /proc/PID/status}. */
    private static final long SIGQUIT_BIT = 1L << 2;
    /** Options of the java launcher whose value is the next argument. */
    private static final List<String> WITH_VALUE = Arrays.asList(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads");

    private final long pid;
    private final Path directory;
    private final List<String> arguments;

    private NodeProcess(long pid, List<String> arguments) {
        this.pid = pid;
        this.directory = PROC.resolve(String.valueOf(pid));
        this.arguments = arguments;
    }

    /**
     * @throws NodeAccessException if there is no such process, it is no Cassandra node, or its command line is not readable
     */
    public static NodeProcess cassandra(long pid) throws NodeAccessException {
        Path directory = PROC.resolve(String.valueOf(pid));
        if (!Files.isDirectory(PROC.resolve("self")))
            throw new NodeAccessException(
                    "this system has no /proc; use --conf and --lib (check) or --jmx (status, on, off)");
        if (!Files.isDirectory(directory)) throw new NodeAccessException("there is no process " + pid);
        NodeProcess process;
        try {
            process = new NodeProcess(pid, list(directory.resolve("cmdline")));
        } catch (IOException e) {
            throw new NodeAccessException("the command line of process " + pid + " cannot be read: " + e, e);
        }
        if (!process.isCassandra() && !process.isTruncated())
            throw new NodeAccessException("process " + pid + " is not a Cassandra node: it runs " + process.program());
        return process;
    }

    /**
     * Finds the only Cassandra node of this machine.
     *
     * @throws NodeAccessException if there is none, or more than one
     */
    public static NodeProcess onlyCassandra() throws NodeAccessException {
        List<NodeProcess> nodes = allCassandras();
        if (nodes.size() == 1) return nodes.get(0);
        if (nodes.isEmpty())
            throw new NodeAccessException("no Cassandra node runs on this machine, or its process is not visible here;"
                    + " name it with --pid, or use --conf and --lib (check) or --jmx (status, on, off)");
        StringBuilder pids = new StringBuilder();
        for (NodeProcess node : nodes)
            pids.append(pids.length() == 0 ? "" : ", ").append(node.pid);
        throw new NodeAccessException("several Cassandra nodes run on this machine; use --pid with one of " + pids);
    }

    private static List<NodeProcess> allCassandras() {
        List<NodeProcess> nodes = new ArrayList<>();
        String[] names = PROC.toFile().list((file, name) -> name.matches("\\d+"));
        if (names == null) return nodes;
        Arrays.sort(names);
        for (String name : names) {
            try {
                NodeProcess process = new NodeProcess(
                        Long.parseLong(name), list(PROC.resolve(name).resolve("cmdline")));
                if (process.isCassandra()) nodes.add(process);
            } catch (IOException ignored) {
                // The process has ended.
            }
        }
        return nodes;
    }

    private static List<String> list(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        return text.isEmpty() ? Collections.emptyList() : Arrays.asList(text.split("\0"));
    }

    public long pid() {
        return pid;
    }

    private boolean isCassandra() {
        return arguments.contains(DAEMON) && JAVA.matcher(arguments.get(0)).matches();
    }

    /** Whether the kernel, before Linux 4.2, has cut the command line, so that its last arguments are missing. */
    private boolean isTruncated() {
        int bytes = 0;
        for (String argument : arguments) bytes += argument.getBytes(StandardCharsets.UTF_8).length + 1;
        return bytes == MAX_OLD_CMDLINE_BYTES || bytes == MAX_OLD_CMDLINE_BYTES + 1;
    }

    /** Whether the process exists. */
    public boolean isRunning() {
        return Files.exists(directory);
    }

    /** The main class, the jar or the executable, for a message. */
    private String program() {
        if (arguments.isEmpty()) return "no program, because its command line is empty";
        for (int i = 1; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (WITH_VALUE.contains(argument)) i++;
            else if (!argument.startsWith("-")) return argument;
        }
        return arguments.get(0);
    }

    /** The command line. */
    public List<String> arguments() {
        return Collections.unmodifiableList(arguments);
    }

    /** The value of the last {@code -Dname=value} argument; null if there is none. */
    public @Nullable String systemProperty(String name) {
        String prefix = "-D" + name + "=";
        String value = null;
        for (String argument : arguments) if (argument.startsWith(prefix)) value = argument.substring(prefix.length());
        return value;
    }

    /** The arguments of Foreread's {@code -javaagent}; empty if there are none. */
    public String agentArguments() {
        for (String argument : arguments) {
            String agent = AgentOption.arguments(argument);
            if (agent != null) return agent;
        }
        return "";
    }

    boolean has(String option) {
        return arguments.contains(option);
    }

    /**
     * The class path from the arguments or, if they have none, from the environment variable CLASSPATH. Only root and the
     * user of the process can read the environment. An entry {@code directory/*} stands for the jars of the directory.
     */
    public List<Path> classPath() {
        String path = null;
        for (int i = 0; i + 1 < arguments.size(); i++)
            if (Arrays.asList("-cp", "-classpath", "--class-path").contains(arguments.get(i)))
                path = arguments.get(i + 1);
        if (path == null) path = environment("CLASSPATH");
        List<Path> entries = new ArrayList<>();
        if (path != null) for (String entry : path.split(":")) addEntry(entries, entry);
        return entries;
    }

    private void addEntry(List<Path> entries, String entry) {
        if (entry.isEmpty()) return;
        if (!entry.equals("*") && !entry.endsWith("/*")) {
            entries.add(path(entry));
            return;
        }
        File[] jars = path(entry.substring(0, entry.length() - 1))
                .toFile()
                .listFiles((directory, name) -> name.endsWith(".jar") || name.endsWith(".JAR"));
        if (jars == null) return;
        Arrays.sort(jars);
        for (File jar : jars) entries.add(jar.toPath());
    }

    private @Nullable String environment(String name) {
        try {
            for (String variable : list(directory.resolve("environ")))
                if (variable.startsWith(name + "=")) return variable.substring(name.length() + 1);
        } catch (IOException ignored) {
            // The process belongs to another user.
        }
        return null;
    }

    /**
     * The path at which this JVM can open a file that the process names. A relative name is resolved in the working
     * directory of the process. For a process in a container, the path leads through {@code /proc} to the root directory of
     * the container.
     */
    public Path path(String name) {
        Path absolute = Paths.get(name);
        try {
            if (!absolute.isAbsolute())
                absolute = Files.readSymbolicLink(directory.resolve("cwd")).resolve(absolute);
            Path root = directory.resolve("root");
            if (!Files.isSameFile(root, Paths.get("/"))) return Paths.get(root.toString() + absolute);
        } catch (IOException ignored) {
            // The process belongs to another user. Its root directory is probably the same as here.
        }
        return absolute.normalize();
    }

    /** The home directory of the Java that runs the process; null if it cannot be found. */
    public @Nullable Path javaHome() {
        try {
            Path executable = Files.readSymbolicLink(directory.resolve("exe"));
            Path bin = executable.getParent();
            return bin == null || bin.getParent() == null
                    ? null
                    : path(bin.getParent().toString());
        } catch (IOException e) {
            return null;
        }
    }

    /** The name of the user of the process. */
    String user() throws IOException {
        return Files.getOwner(directory).getName();
    }

    /** Whether the process runs as another user, so that this process cannot attach to it. Always false for root. */
    boolean belongsToOtherUser() throws IOException {
        String mine = Files.getOwner(PROC.resolve("self")).getName();
        return !mine.equals("root") && !mine.equals(user());
    }

    /** Whether the process runs as the user of this process. */
    boolean hasSameUser() throws IOException {
        return Files.getOwner(PROC.resolve("self")).equals(Files.getOwner(directory));
    }

    /**
     * Whether the JVM has opened its socket for clients that attach, or opens it when it gets SIGQUIT. SIGQUIT ends a JVM
     * that has just begun to start, and one with -Xrs.
     */
    boolean canBeAskedForItsSocket() {
        String[] pids = status("NSpid:");
        String innermost = pids == null ? String.valueOf(pid) : pids[pids.length - 1];
        if (Files.exists(directory.resolve("root/tmp/.java_pid" + innermost))) return true;
        String[] caught = status("SigCgt:");
        return caught == null || (Long.parseUnsignedLong(caught[0], 16) & SIGQUIT_BIT) != 0;
    }

    /** Whether the process is in a PID namespace below the one of this process, for example in a container. */
    boolean isInOtherNamespace() {
        String[] pids = status("NSpid:");
        return pids != null && pids.length > 1;
    }

    /** The values of a line of {@code /proc/PID/status}; null if there is no such line. */
    private String @Nullable [] status(String name) {
        try {
            for (String line : Files.readAllLines(directory.resolve("status")))
                if (line.startsWith(name))
                    return line.substring(name.length()).trim().split("\\s+");
        } catch (IOException ignored) {
            // The process has ended.
        }
        return null;
    }

    @Override
    public String toString() {
        return "process " + pid;
    }
}
