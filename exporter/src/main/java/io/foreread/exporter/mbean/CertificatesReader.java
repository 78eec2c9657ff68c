package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.KeyStoreFile;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/**
 * Reads when the certificates of this node expire, from the keystores of its encryption options. Other sources of
 * certificates are not read, such as PEM files or a custom {@code ssl_context_factory}.
 */
final class CertificatesReader extends FactReader {
    private final Function<String, @Nullable Object> configuration;

    CertificatesReader() {
        this(ThisNode::configured);
    }

    /**
     * @param configuration calls a getter of Cassandra's {@code DatabaseDescriptor} by its name; returns null if the
     *     release has no such getter
     */
    CertificatesReader(Function<String, @Nullable Object> configuration) {
        super("certificates", Refresh.SLOW, Collections.singletonList(NodeFacts.CERTIFICATE_EXPIRY));
        this.configuration = configuration;
    }

    @Override
    boolean readsThisNodeOnly() {
        return true;
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws IOException {
        Object client = options("getNativeProtocolEncryptionOptions", "getClientEncryptionOptions");
        if (client != null && Boolean.TRUE.equals(field(client, "enabled"))) emit(sink, "client", client);
        Object internode = options("getInternodeMessagingEncyptionOptions", "getServerEncryptionOptions");
        if (internode != null && !"none".equals(String.valueOf(field(internode, "internode_encryption"))))
            emit(sink, "internode", internode);
    }

    /** @param formerGetter the name of the getter in 3.11 */
    private @Nullable Object options(String getter, String formerGetter) {
        Object options = configuration.apply(getter);
        return options != null ? options : configuration.apply(formerGetter);
    }

    private static void emit(FactSink sink, String certificate, Object options) throws IOException {
        Object factory = field(options, "ssl_context_factory");
        if (factory != null && !String.valueOf(field(factory, "class_name")).endsWith("DefaultSslContextFactory"))
            return;
        Object keystore = field(options, "keystore");
        Object password = field(options, "keystore_password");
        if (keystore == null || password == null) return;
        expiries(Paths.get(keystore.toString()), password.toString().toCharArray())
                .forEach((subject, seconds) -> sink.emit(NodeFacts.CERTIFICATE_EXPIRY, seconds, certificate, subject));
    }

    /**
     * Returns the earliest expiry of each certificate subject, in Unix seconds, for the chains of all keys of a
     * keystore.
     */
    private static Map<String, Long> expiries(Path keystore, char[] password) throws IOException {
        Map<String, Long> expiries = new TreeMap<>();
        try {
            for (X509Certificate certificate : KeyStoreFile.certificatesOfKeys(KeyStoreFile.load(keystore, password)))
                expiries.merge(
                        certificate.getSubjectX500Principal().getName(),
                        certificate.getNotAfter().toInstant().getEpochSecond(),
                        Math::min);
        } catch (GeneralSecurityException e) {
            throw new IOException(keystore + ": " + e, e);
        }
        return expiries;
    }

    /** @return null if the release has no such field, or the value of the field is null */
    private static @Nullable Object field(Object owner, String name) {
        for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                return field.get(owner);
            } catch (NoSuchFieldException e) {
                // The field can be in a superclass.
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        return null;
    }
}
