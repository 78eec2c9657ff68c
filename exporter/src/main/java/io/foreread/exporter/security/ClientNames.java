package io.foreread.exporter.security;

import io.foreread.exporter.config.HttpSettings;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Accepts a client's certificate only if it has an allowed name. With another certificate, the handshake fails.
 * Thread-safe.
 */
final class ClientNames extends X509ExtendedTrustManager {
    /** The kinds of alternative names that are text, as RFC 5280 section 4.2.1.6 numbers them. */
    private static final int EMAIL = 1;

    private static final int DNS = 2;
    private static final int URI = 6;
    private static final int IP_ADDRESS = 7;

    private final X509ExtendedTrustManager authorities;
    private final Set<String> allowed;

    private ClientNames(X509ExtendedTrustManager authorities, Set<String> allowed) {
        this.authorities = authorities;
        this.allowed = allowed;
    }

    /**
     * Returns trust managers that also check the name.
     *
     * @param allowed the allowed names in lower case; null to allow any name
     */
    static TrustManager[] limit(TrustManager[] managers, @Nullable Set<String> allowed) {
        if (allowed == null) return managers;
        TrustManager[] limited = managers.clone();
        for (int i = 0; i < limited.length; i++) {
            // The cast throws for another kind of trust manager, which could not check the names.
            limited[i] = new ClientNames((X509ExtendedTrustManager) limited[i], allowed);
        }
        return limited;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        Set<String> names = names(chain[0]);
        for (String name : names) if (allowed.contains(name)) return;
        throw new CertificateException(
                "the certificate of the client has the names " + names + ", none of " + HttpSettings.CLIENT_NAMES);
    }

    /** The common name and the alternative names in lower case. */
    static Set<String> names(X509Certificate certificate) throws CertificateParsingException {
        Set<String> names = new TreeSet<>();
        try {
            for (Rdn rdn : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns())
                if (rdn.getType().equalsIgnoreCase("CN")) names.add(lowerCase(rdn.getValue()));
        } catch (InvalidNameException e) {
            // The subject cannot be parsed. Only the alternative names are used.
        }
        Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        if (alternatives == null) return names;
        for (List<?> alternative : alternatives) {
            int kind = (Integer) alternative.get(0);
            if (kind == EMAIL || kind == DNS || kind == URI || kind == IP_ADDRESS)
                names.add(lowerCase(alternative.get(1)));
        }
        return names;
    }

    private static String lowerCase(Object name) {
        return name.toString().toLowerCase(Locale.ROOT);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        authorities.checkClientTrusted(chain, authType);
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        authorities.checkClientTrusted(chain, authType, socket);
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        authorities.checkClientTrusted(chain, authType, engine);
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        authorities.checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        authorities.checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        authorities.checkServerTrusted(chain, authType, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.getAcceptedIssuers();
    }
}
