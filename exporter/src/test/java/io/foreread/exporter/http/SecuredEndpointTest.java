package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that an endpoint does not open if its certificate, key or users cannot be used as configured. */
class SecuredEndpointTest {
    @TempDir
    private static Path shared;

    private static EndpointCertificates certificates;

    @TempDir
    private Path directory;

    @BeforeAll
    static void make() throws Exception {
        certificates = new EndpointCertificates(shared);
    }

    @ParameterizedTest
    @CsvSource({
        "http.tls.certificate,does not exist",
        "http.tls.key,is not the key of http.tls.certificate",
        "http.auth.users-file,is not user:hash"
    })
    void unusableFilesKeepTheEndpointClosed(String key, String why) throws Exception {
        Map<String, String> settings = certificates.pem("server", directory);
        settings.put(
                HttpSettings.USERS_FILE.key(), write("users", "prometheus:" + PasswordEndpointTest.bcrypt("right")));
        if (key.equals(HttpSettings.CERTIFICATE.key()))
            settings.put(key, directory.resolve("nothing").toString());
        if (key.equals(HttpSettings.KEY.key())) certificates.writeKey("stranger", directory.resolve("server.key"));
        if (key.equals(HttpSettings.USERS_FILE.key())) write("users", "prometheus");
        assertThatThrownBy(() -> Endpoint.with(settings))
                .isInstanceOf(EndpointException.class)
                .hasMessageStartingWith(key + ": " + settings.get(key))
                .hasMessageContaining(why);
    }

    @Test
    void invalidSettingsKeepTheEndpointClosed() {
        HttpConfig broken = HttpConfig.of(Map.of("http.tls.certificat", "/x"), new ArrayList<>());
        assertThatThrownBy(() -> new Endpoint(broken))
                .isInstanceOf(EndpointException.class)
                .hasMessageContaining("less protection");
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }
}
