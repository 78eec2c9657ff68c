package io.foreread.exporter.security;

import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLContext;

/** A TLS context and the certificates it was created from. Immutable. */
final class LoadedTls {
    private final SSLContext context;
    private final List<X509Certificate> chain;
    private final List<X509Certificate> clientCas;

    LoadedTls(SSLContext context, List<X509Certificate> chain, List<X509Certificate> clientCas) {
        this.context = context;
        this.chain = Collections.unmodifiableList(chain);
        this.clientCas = Collections.unmodifiableList(clientCas);
    }

    SSLContext context() {
        return context;
    }

    /**
     * The certificates of the endpoint: its own certificate, then the certificates of the issuers. A keystore with
     * several keys has several such chains.
     */
    List<X509Certificate> chain() {
        return chain;
    }

    /** Empty if clients need no certificate. */
    List<X509Certificate> clientCas() {
        return clientCas;
    }
}
