package io.foreread.exporter.security;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * Exports when the certificates of the endpoint expire. Two certificates can have the same subject. Of two CAs of clients, one
 * replaces the other, and the later expiry is exported. Of two own certificates, the JVM can send either one, and the earlier
 * expiry is exported. Thread-safe.
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
        emit(sink, "endpoint", now.chain(), Math::min);
        emit(sink, "client_ca", now.clientCas(), Math::max);
    }

    /** @param exported selects one of two expiries of certificates with the same subject */
    private static void emit(
            MetricSink sink, String certificate, List<X509Certificate> certificates, BinaryOperator<Long> exported) {
        Map<String, Long> expiries = new TreeMap<>();
        for (X509Certificate one : certificates)
            expiries.merge(
                    one.getSubjectX500Principal().getName(),
                    one.getNotAfter().toInstant().getEpochSecond(),
                    exported);
        expiries.forEach(
                (subject, seconds) -> sink.sample(OwnMetrics.CERTIFICATE_EXPIRY, seconds, certificate, subject));
    }
}
