package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.EndpointCredentials;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** The endpoint of a node, with TLS, a password and a file of settings. */
public final class SecuredEndpoint {
    private static final String SETTINGS_FILE = "foreread.yaml";
    /** A family that is exported only if the settings include it. */
    private static final String INCLUDED = "cassandra_table_coordinator_latency_seconds";

    private static final List<String> FILES = List.of("certificates", "users", "configuration");

    private final Path directory;
    private EndpointCredentials credentials;
    private String authority = "";

    /** @param directory for the files of the endpoint, which this constructor creates */
    public SecuredEndpoint(Path directory) throws IOException {
        this.directory = directory;
        credentials = EndpointCredentials.in(directory);
        Files.writeString(directory.resolve(SETTINGS_FILE), "metrics: {table: {include: []}}\n");
    }

    public String agentOptions() {
        return agentOptions(directory.toAbsolutePath());
    }

    /** @param seen the path of the directory in the file system of the node */
    public String agentOptions(Path seen) {
        return "config=" + seen.resolve(SETTINGS_FILE) + "," + credentials.agentOptions(seen);
    }

    /**
     * Sets the address, which is known when the node has started.
     *
     * @param address only its host and port are used
     */
    public void reachedAt(URI address) {
        authority = address.getAuthority();
    }

    public Scrape scrape() throws IOException {
        try (var body = connection(credentials.authorization()).getInputStream()) {
            return Scrape.parse(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Checks that requests without the password are refused. */
    public void assertRequiresThePassword() throws IOException {
        assertThat(connection(credentials.authorization()).getResponseCode()).isEqualTo(200);
        assertThat(connection(null).getResponseCode()).isEqualTo(401);
        assertThat(connection("Basic eDp5").getResponseCode()).isEqualTo(401);
    }

    /**
     * Checks that the JVM of the node has Cassandra's security manager, and that the endpoint serves scrapes and reloads
     * its files.
     *
     * @param table a table with the row 21, on a node with user-defined functions
     */
    public void assertServesAndReloads(CassandraNode node, String keyspace, String table) throws IOException {
        assertRequiresThePassword();
        // The histogram has reachable objects only. Only java.lang.System has a reference to the security manager.
        assertThat(node.jmx().diagnose("gcClassHistogram"))
                .contains("org.apache.cassandra.security.ThreadAwareSecurityManager");
        // Functions of 3.11 need the driver for Java, which is not in the class path of the nodes of tests.
        if (node.version().isAtLeast(4, 0)) callFunctions(node, keyspace, table);
        assertRequiresThePassword();
        reload();
    }

    /** Calls a function, and one that the security manager refuses. */
    private static void callFunctions(CassandraNode node, String keyspace, String table) {
        String create = "CREATE FUNCTION " + keyspace
                + ".%s (id bigint) RETURNS NULL ON NULL INPUT RETURNS bigint LANGUAGE java AS '%s'";
        String call = "SELECT " + keyspace + ".%s(id) FROM " + keyspace + "." + table + " WHERE id = 21";
        node.session().execute(create.formatted("doubled", "return id * 2;"));
        assertThat(node.session().execute(call.formatted("doubled")).one().getLong(0))
                .isEqualTo(42);
        // Reads a system property. The compiler of 4.x cannot read the class System of Java 17.
        node.session().execute(create.formatted("refused", "return Long.getLong(\"java.home\");"));
        assertThatThrownBy(() -> node.session().execute(call.formatted("refused")))
                .isInstanceOf(FunctionFailureException.class)
                .hasMessageContaining("access denied");
    }

    /** Replaces the certificate, the password and the settings, and checks that the endpoint uses the new ones. */
    private void reload() throws IOException {
        String former = credentials.authorization();
        Scrape before = scrape();
        assertThat(before.has(INCLUDED + "_count")).isFalse();
        credentials = credentials.replaced();
        Files.writeString(directory.resolve(SETTINGS_FILE), "metrics: {table: {include: [" + INCLUDED + "]}}\n");
        Awaitility.await("a scrape with the new certificate, password and settings")
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(
                        () -> assertThat(scrape().has(INCLUDED + "_count")).isTrue());
        Scrape after = scrape();
        for (String file : FILES) {
            assertThat(after.sum("foreread_config_last_reload_successful", Map.of("file", file)))
                    .as(file)
                    .isOne();
            assertThat(lastReload(after, file)).as(file).isGreaterThan(lastReload(before, file));
        }
        assertThat(connection(former).getResponseCode()).isEqualTo(401);
        assertRequiresThePassword();
    }

    private static double lastReload(Scrape scrape, String file) {
        return scrape.sum("foreread_config_last_reload_success_timestamp_seconds", Map.of("file", file));
    }

    private HttpURLConnection connection(@Nullable String authorization) throws IOException {
        HttpsURLConnection connection = (HttpsURLConnection)
                URI.create("https://" + authority + "/metrics").toURL().openConnection();
        // The context is new, so each request opens a connection.
        connection.setSSLSocketFactory(credentials.clientContext().getSocketFactory());
        // The host name is not checked, because the client trusts only this certificate. The certificate cannot contain
        // the address of a container, which is not known when the certificate is created.
        connection.setHostnameVerifier((host, session) -> true);
        if (authorization != null) connection.setRequestProperty("Authorization", authorization);
        return connection;
    }
}
