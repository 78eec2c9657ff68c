package io.foreread.exporter.security;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and private keys in the PEM formats of OpenSSL. */
final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};

    private Pem() {}

    /** @return at least one certificate, in the order of the file */
    static List<X509Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        Matcher block = BLOCK.matcher(text(file));
        while (block.find())
            if (block.group(1).equals("CERTIFICATE"))
                certificates.add((X509Certificate)
                        factory.generateCertificate(new ByteArrayInputStream(decoded(block.group(2)))));
        if (certificates.isEmpty()) throw new IOException("contains no PEM certificate (-----BEGIN CERTIFICATE-----)");
        return certificates;
    }

    /** @param publicKey the public key of the certificate, which determines the algorithm */
    static PrivateKey privateKey(Path file, PublicKey publicKey) throws IOException, GeneralSecurityException {
        Matcher block = BLOCK.matcher(text(file));
        while (block.find()) {
            String label = block.group(1);
            if (!label.endsWith("PRIVATE KEY")) continue;
            if (label.startsWith("ENCRYPTED") || block.group(2).contains("ENCRYPTED"))
                throw new IOException(
                        "is encrypted; convert it to a key without a password (openssl pkey -in encrypted.key -out"
                                + " plain.key), or use http.tls.keystore");
            byte[] key = decoded(block.group(2));
            byte[] pkcs8 = label.equals("PRIVATE KEY") ? key : pkcs8(key, publicKey);
            return KeyFactory.getInstance(publicKey.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        }
        throw new IOException("contains no PEM private key (-----BEGIN PRIVATE KEY-----)");
    }

    /**
     * Wraps a PKCS#1 or SEC1 key in PKCS#8, which adds the algorithm and, for an elliptic curve key, the curve.
     * Algorithm and curve are copied from the public key of the certificate.
     */
    private static byte[] pkcs8(byte[] key, PublicKey publicKey) throws IOException {
        byte[] spki = publicKey.getEncoded();
        int algorithm = contentOf(spki, 0);
        int algorithmBytes = spki[algorithm + 1];
        // Only RSA and EC keys have these formats. Their algorithms are described in less than 128 bytes.
        if (algorithmBytes < 0)
            throw new IOException("is not the key of the certificate, which is for " + publicKey.getAlgorithm());
        int algorithmEnd = contentOf(spki, algorithm) + algorithmBytes;
        return der(SEQUENCE, VERSION_0, Arrays.copyOfRange(spki, algorithm, algorithmEnd), der(OCTET_STRING, key));
    }

    private static int contentOf(byte[] der, int element) {
        int first = der[element + 1];
        return element + 2 + (first < 0 ? first & 0x7f : 0);
    }

    private static byte[] der(int tag, byte[]... contents) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] content : contents) all.write(content);
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        int length = all.size();
        if (length < 0x80) {
            element.write(length);
        } else if (length < 0x100) {
            element.write(0x81);
            element.write(length);
        } else {
            element.write(0x82);
            element.write(length >> 8);
            element.write(length);
        }
        all.writeTo(element);
        return element.toByteArray();
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    private static byte[] decoded(String base64) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IOException("is truncated or not a PEM file", e);
        }
    }
}
