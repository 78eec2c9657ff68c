package io.foreread.exporter.security;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Exports when the certificates of the endpoint expire. Two certificates can have the same subject. Of two CAs, one replaces the
 * other, and the later expiry is exported. Of two server certificates, the JVM can send either one, and the earlier expiry is
 * exported. Thread-safe.
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
                    isCa(one) ? Math::max : Math::min);
        expiries.forEach(
                (subject, seconds) -> sink.sample(OwnMetrics.CERTIFICATE_EXPIRY, seconds, certificate, subject));
    }

    private static boolean isCa(X509Certificate certificate) {
        return certificate.getBasicConstraints() >= 0;
    }
}
