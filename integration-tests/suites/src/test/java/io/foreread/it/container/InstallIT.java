package io.foreread.it.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.NodeFiles;
import io.foreread.it.fixture.NodeYaml;
import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the shell blocks of docs/install.md in clean containers with a Cassandra node: installation, start with the
 * agent, removal. The rpm packages are installed in a Debian image that contains rpm and an empty rpm database.
 */
@Timeout(1200)
class InstallIT {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```sh\\n(.*?)^ *```$");
    private static final Path STORAGE = Path.of("/var/lib/cassandra");

    /**
     * Replaces systemd, which does not run in a container. Sources cassandra-env.sh like the start script of Cassandra.
     */
    private static final String SYSTEMCTL =
            """
            #!/bin/sh
            set -eu
            [ "$*" = "restart cassandra" ] || { echo "unexpected: systemctl $*" >&2; exit 1; }
            if [ -e /run/cassandra.pid ]; then
              pid=$(cat /run/cassandra.pid)
              kill "$pid"
              while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done
            fi
            rm -f /var/log/cassandra/system.log
            JVM_OPTS="-Dcassandra.skip_wait_for_gossip_to_settle=0 -Dcassandra.ring_delay_ms=1000"
            for directory in /etc/cassandra/conf /etc/cassandra; do
              if [ -e $directory/cassandra-env.sh ]; then . $directory/cassandra-env.sh; break; fi
            done
            JVM_EXTRA_OPTS="$JVM_OPTS" setsid cassandra >/var/log/cassandra/console.log 2>&1 </dev/null &
            echo $! >/run/cassandra.pid
            for i in $(seq 180); do
              grep -q "Startup complete" /var/log/cassandra/system.log 2>/dev/null && exit
              kill -0 "$(cat /run/cassandra.pid)" || { tail -n 30 /var/log/cassandra/console.log; exit 1; }
              sleep 1
            done
            exit 1
            """;

    private static CassandraRelease release;
    private static String debian = "";

    @TempDir
    private Path directory;

    private String container = "";

    @BeforeAll
    static void release() {
        CassandraImages.missing().ifPresent(why -> Assumptions.assumeTrue(false, why));
        Assumptions.assumeTrue(Shell.has("docker"), "no docker command: install docker.io");
        release = CassandraRelease.newestOf("4.1");
        debian = CassandraImages.of(release.version());
    }

    @AfterEach
    void kill() {
        if (!container.isEmpty()) Shell.run("docker", "rm", "--force", container);
    }

    @Test
    void theDebianPackageIsInstalledAsDocumentedAndPurgedCompletely() throws IOException {
        start(debian, "/etc/cassandra", "foreread-(agent|exporter)_.*\\.deb");
        List<String> before = files();

        agentIsInstalledAndRemovedAsIn("Debian and Ubuntu", "/etc/cassandra");

        run("apt-get install -y ./foreread-exporter_*_all.deb");
        exporterAcceptsItsConfiguration();
        run("apt-get purge -y foreread-exporter");
        assertThat(files()).filteredOn(file -> !before.contains(file)).isEmpty();
    }

    @Test
    void theRpmPackageIsInstalledAsDocumentedAndErasedCompletely() throws IOException {
        String image = withRpm();
        start(image, "/etc/cassandra/conf", "foreread-(agent|exporter)-.*\\.rpm");
        List<String> before = files();

        agentIsInstalledAndRemovedAsIn("RHEL and other distributions with rpm", "/etc/cassandra/conf");

        // The dependencies are not checked, because /bin/sh of this image belongs to no rpm package.
        run("rpm --upgrade --nodeps foreread-exporter-*.noarch.rpm");
        exporterAcceptsItsConfiguration();
        run("rpm --erase --nodeps foreread-exporter");
        assertThat(files()).filteredOn(file -> !before.contains(file)).isEmpty();
    }

    @Test
    void theTarballIsInstalledAsDocumented() throws IOException {
        start(debian, "/etc/cassandra/conf", "foreread-agent-.*\\.tar\\.gz");
        List<String> blocks = blocks("Tarball");
        assertThat(blocks).hasSize(2);
        String version = run("ls").replaceAll("^foreread-agent-|\\.tar\\.gz$", "");
        run(blocks.get(0).replaceFirst("version=.*", "version=" + version));
        run("cd /etc/cassandra; " + blocks.get(1));
        run("systemctl restart cassandra");
        nodeRunsWithTheAgent(
                run("grep Foreread /var/log/cassandra/system.log"),
                "/opt/foreread-agent-\\d.*/foreread-agent.jar",
                "/opt/foreread/foreread");
    }

    /** Runs the shell blocks of a section of docs/install.md and checks the effect of each. */
    private void agentIsInstalledAndRemovedAsIn(String section, String configuration) throws IOException {
        List<String> blocks = blocks(section);
        assertThat(blocks).hasSize(5);
        run(blocks.get(0));
        packageDoesNotEnableTheAgent(configuration);
        cassandraStartsWithoutAgentIfTheJarIsMissing();
        defaultsApplyOnlyIfTheUsualFileOfSettingsDoesNotExist();
        run(blocks.get(1));
        run(blocks.get(2));
        nodeRunsWithTheAgent(run(blocks.get(3)), "/usr/share/foreread/foreread-agent-\\d.*\\.jar", "foreread");
        run(blocks.get(4));
        assertThat(run("tr '\\0' ' ' </proc/$(cat /run/cassandra.pid)/cmdline")).doesNotContain("foreread");
    }

    /** Builds an image with the Debian package rpm. The build downloads the package from Debian's mirror. */
    private static String withRpm() {
        String dockerfile = "FROM " + debian
                + "\nRUN apt-get update -q && apt-get install -y -q --no-install-recommends rpm && apt-get clean\n";
        try {
            return new LocalImage("foreread/rpm:" + release, dockerfile).built();
        } catch (RuntimeException e) {
            return Assumptions.abort(
                    "cannot build an image with rpm; containers must be able to reach Debian's mirror: " + e);
        }
    }

    private void start(String image, String configuration, String packages) throws IOException {
        Path conf = directory.resolve("conf");
        new NodeFiles(directory, directory.resolve("data"))
                .write(
                        NodeYaml.minimal(release.version(), "127.0.0.1", 7000, 9042, null),
                        STORAGE.resolve("data"),
                        Path.of("/var/log/cassandra/system.log"));
        Files.writeString(
                conf.resolve("cassandra-env.sh"), "JVM_OPTS=\"$JVM_OPTS -Xms384m -Xmx384m -XX:+UseSerialGC\"\n");
        Path systemctl = Files.writeString(directory.resolve("systemctl"), SYSTEMCTL);
        Files.setPosixFilePermissions(systemctl, PosixFilePermissions.fromString("rwxr-xr-x"));

        // Without --init a stopped node would remain as a zombie process.
        container = Shell.run(
                "docker",
                "run",
                "--detach",
                "--init",
                "--workdir",
                "/root/release",
                "--env",
                "JAVA_HOME=/opt/java",
                "--entrypoint",
                "sleep",
                image,
                "infinity");
        run("mkdir -p /var/log/cassandra /var/lib/cassandra " + configuration);
        copy(systemctl, "/usr/local/bin/systemctl");
        copy(conf.resolve("cassandra.yaml"), "/etc/cassandra/cassandra.yaml");
        copy(conf.resolve("logback.xml"), "/etc/cassandra/logback.xml");
        copy(conf.resolve("cassandra-env.sh"), configuration + "/cassandra-env.sh");
        for (Path file : ReleaseFiles.built())
            if (file.getFileName().toString().matches(packages)) copy(file, "/root/release/" + file.getFileName());
    }

    private void copy(Path file, String target) {
        Shell.run("docker", "cp", file.toString(), container + ":" + target);
    }

    private void packageDoesNotEnableTheAgent(String configuration) {
        assertThat(run("cat " + configuration + "/cassandra-env.sh")).doesNotContain("foreread");
        assertThat(run("foreread --version")).contains("0.");
    }

    private void cassandraStartsWithoutAgentIfTheJarIsMissing() {
        String output = run("FOREREAD_JAR=/missing.jar; JVM_OPTS=-Xmx1g; set +u;"
                + " . /usr/share/foreread/foreread-env.sh 2>/tmp/warning; echo \"options: $JVM_OPTS\";"
                + " cat /tmp/warning; rm /tmp/warning");
        assertThat(output)
                .contains("options: -Xmx1g\n")
                .contains("foreread: /missing.jar is missing or not readable, so Cassandra starts without Foreread");
    }

    /** A file that cannot be read must not open more than it intends: the agent gets its name, and stays off. */
    private void defaultsApplyOnlyIfTheUsualFileOfSettingsDoesNotExist() {
        String file = "/etc/foreread/foreread.yaml";
        assertThat(options("")).endsWith("=config=" + file);
        assertThat(attached()).isEqualTo(file);
        assertThat(options("FOREREAD_CONFIG=/missing.yaml;")).endsWith("=config=/missing.yaml");
        run("mv " + file + " /tmp/settings");
        assertThat(options("")).contains("-javaagent:").doesNotContain("config=");
        assertThat(attached()).isEmpty();
        run("ln -s /missing.yaml " + file);
        assertThat(options("")).as("a broken link").endsWith("=config=" + file);
        assertThat(attached()).as("a broken link").isEqualTo(file);
        run("rm " + file + "; mv /etc/foreread /tmp/directory");
        assertThat(options("")).as("no directory").contains("-javaagent:").doesNotContain("config=");
        run("mv /tmp/directory /etc/foreread; mv /tmp/settings " + file);
    }

    /** Returns the JVM options after {@code foreread-env.sh}. */
    private String options(String variables) {
        return run(variables + " JVM_OPTS=-Xmx1g; set +u; . /usr/share/foreread/foreread-env.sh; echo \"$JVM_OPTS\"")
                .trim();
    }

    /** Returns the file that {@code foreread attach} would use, printed by a program in place of Java. */
    private String attached() {
        return run("mkdir -p /tmp/jdk/bin; printf '#!/bin/sh\\necho \"$FOREREAD_CONFIG\"\\n' >/tmp/jdk/bin/java;"
                        + " chmod +x /tmp/jdk/bin/java; JAVA_HOME=/tmp/jdk foreread attach")
                .trim();
    }

    private void nodeRunsWithTheAgent(String log, String jar, String command) {
        assertThat(log).contains("127.0.0.1:9507");
        assertThat(run("tr '\\0' ' ' </proc/$(cat /run/cassandra.pid)/cmdline"))
                .containsPattern("-javaagent:" + jar + "=config=/etc/foreread/foreread.yaml");
        assertThat(run("exec 3<>/dev/tcp/127.0.0.1/9507; printf 'GET /metrics HTTP/1.0\\r"
                        + "\\n"
                        + "Host: localhost\\r"
                        + "\\n"
                        + "\\r"
                        + "\\n"
                        + "' >&3; cat <&3"))
                .contains("cassandra_node_info{", "foreread_hook_status{");
        // The node runs as root here, so the documented sudo is left out.
        assertThat(run(command + " status"))
                .contains("Cassandra " + release)
                .containsPattern("read-ahead +on, mode auto");
    }

    private void exporterAcceptsItsConfiguration() {
        assertThat(run("id foreread-exporter")).contains("foreread-exporter");
        assertThat(run("stat -c '%U:%G %a' /etc/foreread-exporter")).isEqualTo("root:foreread-exporter 750");
        run("setpriv --reuid=foreread-exporter --regid=foreread-exporter --clear-groups"
                + " foreread-exporter --check-config /etc/foreread-exporter/foreread-exporter.yaml");
    }

    /**
     * Lists all files that a removed package can leave behind, and the users and groups. Excludes the state of the
     * package managers, logs, and the JNA cache of Cassandra.
     */
    private List<String> files() {
        return run("find /etc /opt /usr /var /lib /bin /root -xdev -not -path '/var/lib/dpkg/*' -not -path"
                        + " '/var/lib/apt/*' -not -path '/var/lib/rpm/*' -not -path '/var/lib/cassandra/*' -not -path '/var/log/*'"
                        + " -not -path '/var/cache/*' -not -path '/root/.rpmdb*' -not -path '/root/.cache*' -not -path '/root/.oracle_jre_usage*' -not -regex"
                        + " '/etc/[a-z]*-' | sort; cut -d: -f1 /etc/passwd /etc/group")
                .lines()
                .toList();
    }

    private String run(String script) {
        return Shell.run("docker", "exec", container, "bash", "-euc", script);
    }

    /** Returns the shell blocks of a section, without the indentation of the list that contains them. */
    private static List<String> blocks(String heading) throws IOException {
        String text = Files.readString(ProjectFiles.of("docs/install.md"));
        String section = text.substring(text.indexOf("\n## " + heading + "\n") + 4);
        return BLOCK.matcher(section.substring(0, section.indexOf("\n## ")))
                .results()
                .map((MatchResult result) -> result.group(1).stripTrailing().stripIndent())
                .toList();
    }
}
