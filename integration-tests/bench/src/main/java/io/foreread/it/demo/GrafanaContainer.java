package io.foreread.it.demo;

import io.foreread.it.fixture.FreePorts;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A container of Grafana with the dashboards and one Prometheus. Only users of this machine can access it. */
final class GrafanaContainer {
    /** The image of Grafana in compose.yaml. */
    static final String IMAGE = "grafana/grafana:13.2.3";

    private static final String LOOPBACK = "127.0.0.1";
    private static final int PORT = 3000;
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    /** The name of the host for containers of Docker Desktop, which run in a virtual machine. */
    private static final String DESKTOP_HOST = "host.docker.internal";

    private final String image;
    private final String name;
    private final Path directory;
    /** Access is synchronized on this object. */
    private boolean removed;

    /**
     * @param name the unique name of the container
     * @param directory the directory for the provisioning of Grafana
     */
    GrafanaContainer(String image, String name, Path directory) {
        this.image = image;
        this.name = name;
        this.directory = directory;
    }

    /**
     * Starts the container and returns when Grafana accepts requests.
     *
     * @param prometheus the address of Prometheus on this machine
     * @param desktop whether the Docker engine is that of Docker Desktop
     * @return the address of Grafana
     * @throws IllegalStateException if Grafana does not start in time; the message contains the last line of its log
     */
    URI start(URI prometheus, Duration scrapeInterval, boolean desktop) {
        int port = FreePorts.preferring(LOOPBACK, PORT);
        URI seen = desktop ? URI.create("http://" + DESKTOP_HOST + ":" + prometheus.getPort()) : prometheus;
        GrafanaProvisioning.write(directory, seen, scrapeInterval);
        run(command(port, desktop));
        URI address = URI.create("http://" + LOOPBACK + ":" + port);
        try {
            Awaitility.await().atMost(START_LIMIT).ignoreExceptions().until(() -> !isRunning() || isHealthy(address));
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException(
                    "Grafana did not answer within " + START_LIMIT.toSeconds() + " s; `docker logs` says: " + log(), e);
        }
        if (!isRunning()) throw new IllegalStateException("Grafana does not start; `docker logs` says: " + log());
        return address;
    }

    /** Runs the command unless {@link #remove} was called before: a signal must not leave a started container behind. */
    private synchronized void run(List<String> command) {
        if (removed) throw new IllegalStateException("the demo is being stopped");
        Shell.run(command.toArray(String[]::new));
    }

    /**
     * Returns the command that starts the container. If the Docker engine runs on this machine, Grafana listens on the
     * loopback of this machine. If the engine runs in a virtual machine, the port of the container is published.
     */
    List<String> command(int port, boolean desktop) {
        List<String> command = new ArrayList<>(List.of("docker", "run", "--detach", "--pull", "never", "--name", name));
        if (desktop) command.addAll(List.of("--publish", LOOPBACK + ":" + port + ":" + PORT));
        else
            command.addAll(List.of(
                    "--network",
                    "host",
                    "--env",
                    "GF_SERVER_HTTP_ADDR=" + LOOPBACK,
                    "--env",
                    "GF_SERVER_HTTP_PORT=" + port));
        for (String setting : List.of(
                "GF_AUTH_ANONYMOUS_ENABLED=true",
                "GF_AUTH_ANONYMOUS_ORG_ROLE=Viewer",
                "GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION=true",
                "GF_ANALYTICS_REPORTING_ENABLED=false",
                "GF_ANALYTICS_CHECK_FOR_UPDATES=false",
                "GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH=/etc/foreread/dashboards/read-ahead.json"))
            command.addAll(List.of("--env", setting));
        mount(command, GrafanaProvisioning.CONFIGURATION, "/etc/grafana/provisioning");
        mount(command, GrafanaProvisioning.BOARDS, "/etc/foreread/dashboards");
        command.add(image);
        return command;
    }

    private void mount(List<String> command, String from, String to) {
        command.addAll(
                List.of("--mount", "type=bind,source=" + directory.resolve(from) + ",target=" + to + ",readonly"));
    }

    private boolean isRunning() {
        return Shell.run("docker", "inspect", "--format", "{{.State.Running}}", name)
                .equals("true");
    }

    private static boolean isHealthy(URI address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/api/health"))
                .timeout(Duration.ofSeconds(5))
                .build();
        return HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode()
                == 200;
    }

    private String log() {
        return Shell.run("docker", "logs", "--tail", "1", name);
    }

    /** Removes the container and its data, if the container exists. */
    synchronized void remove() {
        removed = true;
        try {
            Shell.run("docker", "rm", "--force", "--volumes", name);
        } catch (IllegalStateException none) {
            // The container was not started, or the Docker engine has ended.
        }
    }
}
