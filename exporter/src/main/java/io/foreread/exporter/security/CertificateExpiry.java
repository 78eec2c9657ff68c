package io.foreread.exporter.security;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Exports when the certificates of the endpoint expire. If two certificates have the same subject, as in a bundle while
 * a CA is being replaced, the later expiry is exported. Thread-safe.
 */
final class CertificateExpiry implements MetricSource {
    private final Reloaded<LoadedTls> current;

    CertificateExpiry(Reloaded<LoadedTls> current) {
        this.current = current;
    }

    @Override
    public String name() {
        return "certificates";
    }

    @Override
    public void collect(MetricSink sink) {
        LoadedTls now = current.get();
        emit(sink, "endpoint", now.chain());
        emit(sink, "client_ca", now.clientCas());
    }

    private static void emit(MetricSink sink, String certificate, List<X509Certificate> certificates) {
        Map<String, Long> expiries = new TreeMap<>();
        for (X509Certificate one : certificates)
            expiries.merge(
                    one.getSubjectX500Principal().getName(),
                    one.getNotAfter().toInstant().getEpochSecond(),
                    Math::max);
        expiries.forEach(
                (subject, seconds) -> sink.sample(OwnMetrics.CERTIFICATE_EXPIRY, seconds, certificate, subject));
    }
}
