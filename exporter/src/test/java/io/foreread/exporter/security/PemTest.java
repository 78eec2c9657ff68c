package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PemTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"RSA,RSA PRIVATE KEY,2048", "RSA,RSA PRIVATE KEY,4096", "EC,EC PRIVATE KEY,256", "EC,EC PRIVATE KEY,521"
    })
    void readsKeysInPkcs8AndInTheOlderFormats(String algorithm, String olderLabel, String bits) throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("server", algorithm, "-keysize", bits);
        Certificate certificate = certificates.certificate("server");
        PrivateKey key = certificates.key("server");
        Path file = directory.resolve("key.pem");
        Files.writeString(file, "Bag Attributes\n" + TestCertificates.pem("PRIVATE KEY", key.getEncoded()));
        assertThat(Pem.privateKey(file, certificate.getPublicKey())).isEqualTo(key);
        Files.writeString(
                file,
                TestCertificates.pem("EC PARAMETERS", new byte[] {6, 1, 1})
                        + TestCertificates.pem(olderLabel, inner(key.getEncoded())));
        assertThat(Pem.privateKey(file, certificate.getPublicKey())).isEqualTo(key);
    }

    /** The algorithm of a DSA key contains large numbers, so its length takes several bytes. */
    @Test
    void keyThatDoesNotFitADsaCertificateIsRejected() throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("other", "DSA", "-keysize", "2048");
        certificates.make("server", "EC", "-keysize", "256");
        PublicKey other = certificates.certificate("other").getPublicKey();
        assertThat(other.getEncoded()[5]).as("the first byte of the length").isNegative();
        Path file = directory.resolve("key.pem");
        byte[] key = inner(certificates.key("server").getEncoded());
        Files.writeString(file, TestCertificates.pem("EC PRIVATE KEY", key));
        assertThatThrownBy(() -> Pem.privateKey(file, other))
                .isInstanceOf(IOException.class)
                .hasMessage("is not the key of the certificate, which is for DSA");
    }

    /** OpenSSL adds the curve and the public key to the key. */
    @Test
    void readsAnEcKeyWithItsCurveAndItsPublicKey() throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("server", "EC", "-keysize", "256");
        ECPrivateKey key = (ECPrivateKey) certificates.key("server");
        PublicKey publicKey = certificates.certificate("server").getPublicKey();
        byte[] spki = publicKey.getEncoded();
        int algorithm = skipHeader(spki, 0);
        int bits = next(spki, algorithm);
        int curve = next(spki, skipHeader(spki, algorithm));
        byte[] plain = inner(key.getEncoded());
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.write(plain, skipHeader(plain, 0), plain.length - skipHeader(plain, 0));
        content.writeBytes(new byte[] {(byte) 0xa0, (byte) (bits - curve)});
        content.write(spki, curve, bits - curve);
        content.writeBytes(new byte[] {(byte) 0xa1, (byte) (spki.length - bits)});
        content.write(spki, bits, spki.length - bits);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(new byte[] {0x30, (byte) content.size()});
        content.writeTo(whole);
        Path file = directory.resolve("key.pem");
        Files.writeString(file, TestCertificates.pem("EC PRIVATE KEY", whole.toByteArray()));
        assertThat(((ECPrivateKey) Pem.privateKey(file, publicKey)).getS()).isEqualTo(key.getS());
    }

    @Test
    void readsAChainInOrder() throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("ca", "EC", "-ext", "bc:c");
        certificates.make("server", "EC", "-signer", "ca");
        Path file = directory.resolve("chain.pem");
        Files.writeString(
                file,
                TestCertificates.pem(
                                "CERTIFICATE",
                                certificates.certificate("server").getEncoded())
                        + "between\n"
                        + TestCertificates.pem(
                                "CERTIFICATE", certificates.certificate("ca").getEncoded()));
        assertThat(Pem.certificates(file))
                .extracting(certificate -> certificate.getSubjectX500Principal().getName())
                .containsExactly("CN=server", "CN=ca");
    }

    @Test
    void aFileCanContainTheKeyAndTheCertificates() throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("server", "EC");
        Certificate certificate = certificates.certificate("server");
        String key =
                TestCertificates.pem("PRIVATE KEY", certificates.key("server").getEncoded());
        String chain = TestCertificates.pem("CERTIFICATE", certificate.getEncoded());
        for (String text : new String[] {key + chain, chain + key}) {
            Path file = Files.writeString(directory.resolve("both.pem"), text);
            assertThat(Pem.certificates(file)).isEqualTo(List.of(certificate));
            assertThat(Pem.privateKey(file, certificate.getPublicKey())).isEqualTo(certificates.key("server"));
        }
        Path onlyKey = Files.writeString(directory.resolve("key.pem"), key);
        assertThatThrownBy(() -> Pem.certificates(onlyKey))
                .isInstanceOf(IOException.class)
                .hasMessage("contains no PEM certificate (-----BEGIN CERTIFICATE-----)");
    }

    @ParameterizedTest
    @CsvSource({
        "'-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY-----',is truncated or not a PEM file",
        "'-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----',openssl pkey",
        "'-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: X-Y,1\n\nAA\n-----END RSA PRIVATE KEY-----',openssl pkey",
        "'-----BEGIN PRIVATE KEY-----\nAAAA\n',no PEM private key",
        "'',no PEM private key"
    })
    void reportsWhyAKeyCannotBeRead(String text, String why) throws IOException {
        Path file = Files.writeString(directory.resolve("key.pem"), text);
        assertThatThrownBy(() -> Pem.privateKey(file, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why);
    }

    /** Returns the content of the last element of a PKCS#8 key: an octet string with the key in the older format. */
    private static byte[] inner(byte[] pkcs8) {
        int at = skipHeader(pkcs8, 0);
        at = next(pkcs8, at); // version
        at = next(pkcs8, at); // algorithm
        return Arrays.copyOfRange(pkcs8, skipHeader(pkcs8, at), next(pkcs8, at));
    }

    private static int skipHeader(byte[] der, int at) {
        return at + 2 + (der[at + 1] < 0 ? der[at + 1] & 0x7f : 0);
    }

    private static int next(byte[] der, int at) {
        int length = der[at + 1];
        int content = skipHeader(der, at);
        if (length < 0) {
            length = 0;
            for (int i = at + 2; i < content; i++) length = (length << 8) | (der[i] & 0xff);
        }
        return content + length;
    }
}
