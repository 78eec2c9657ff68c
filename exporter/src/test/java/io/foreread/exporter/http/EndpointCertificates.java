package io.foreread.exporter.http;

import io.foreread.exporter.security.TestCertificates;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.SSLContext;

/**
 * Keys and certificates of an endpoint and its clients: {@code server} and {@code renewed} for the endpoint,
 * {@code client}, {@code other} and {@code named} for clients, all signed by {@code ca}, and {@code stranger}, which is
 * not. Not thread-safe.
 */
final class EndpointCertificates {
    private final Path ca;
    private final TestCertificates made;

    EndpointCertificates(Path directory) throws Exception {
        ca = directory.resolve("ca.pem");
        made = new TestCertificates(directory);
        made.make("ca", "EC", "-ext", "bc:c");
        made.make("server", "EC", "-signer", "ca");
        made.make("renewed", "RSA", "-signer", "ca");
        made.make("client", "EC", "-signer", "ca");
        made.make("other", "EC", "-signer", "ca");
        made.make("named", "EC", "-signer", "ca", "-ext", "san=dns:prometheus.example.org");
        made.make("stranger", "EC", "-dname", "CN=client");
        made.writeCertificate("ca", ca);
    }

    /** The path of the PEM file with the certificate of {@code ca}. */
    String ca() {
        return ca.toString();
    }

    /** Writes the PEM files {@code server.crt} and {@code server.key}, and returns the settings that name them. */
    Map<String, String> pem(String name, Path directory) throws IOException, GeneralSecurityException {
        return made.writeServerFiles(name, directory);
    }

    void writeCertificate(String name, Path file) throws IOException, GeneralSecurityException {
        made.writeCertificate(name, file);
    }

    void writeKey(String name, Path file) throws IOException, GeneralSecurityException {
        made.writeKey(name, file);
    }

    /** Returns a store of a type such as PKCS12 with one key and its certificate. */
    KeyStore store(String type, String name, String password) throws IOException, GeneralSecurityException {
        return made.store(type, password, name);
    }

    /** The time at which a certificate expires, as Unix time in seconds. */
    double expiry(String name) throws IOException, GeneralSecurityException {
        return made.expirySeconds(name);
    }

    /**
     * Returns a client that trusts {@code ca}.
     *
     * @param name the name of the client's certificate; null for none
     */
    HttpClient client(String name) throws IOException, GeneralSecurityException {
        SSLContext context = name == null ? made.clientContext() : made.clientContext(name);
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
