package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SilentCloseEngineTest {
    @TempDir
    private static Path directory;

    /** Has a key, and trusts its certificate. */
    private static SSLContext context;

    private SSLEngine wrapped;
    private SSLEngine engine;

    @BeforeAll
    static void makeContext() throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("server", "EC");
        char[] password = {};
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        Certificate certificate = certificates.certificate("server");
        store.setKeyEntry("server", certificates.key("server"), password, new Certificate[] {certificate});
        store.setCertificateEntry("trusted", certificate);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    }

    @BeforeEach
    void wrap() {
        wrapped = context.createSSLEngine("node", 9507);
        engine = new SilentCloseEngine(wrapped, context);
    }

    @Test
    void aClosedEngineSendsNothing() throws SSLException {
        MemoryTls tls = new MemoryTls(context.createSSLEngine(), engine).shakeHands();
        assertThat(tls.send("metrics")).isEqualTo("metrics");
        assertThat(engine.isOutboundDone()).isFalse();
        engine.closeOutbound();
        assertThat(engine.isOutboundDone()).isTrue();
        assertThat(wrapped.isOutboundDone()).isFalse();
        SSLEngineResult result = engine.wrap(ByteBuffer.wrap(new byte[] {1}), ByteBuffer.allocate(1 << 15));
        assertThat(result.getStatus()).isEqualTo(SSLEngineResult.Status.CLOSED);
        assertThat(result.bytesProduced()).isZero();
        assertThat(tls.send("more")).isEmpty();
    }

    @Test
    void anEngineThatItsOwnerClosesIsClosed() {
        wrapped.closeOutbound();
        assertThat(engine.isOutboundDone()).isTrue();
    }

    @Test
    void aPeerThatEndsWithoutACloseNotifyIsDetected() throws SSLException {
        new MemoryTls(context.createSSLEngine(), engine).shakeHands();
        assertThat(engine.isInboundDone()).isFalse();
        assertThatThrownBy(engine::closeInbound).isInstanceOf(SSLException.class);
        assertThat(engine.isInboundDone()).isTrue();
    }

    @Test
    void theSessionHasTheContextOfTheEngine() throws SSLException {
        SSLEngine client = context.createSSLEngine();
        new MemoryTls(client, engine).shakeHands();
        assertThat(SilentCloseEngine.contextOf(engine.getSession())).isSameAs(context);
        assertThat(SilentCloseEngine.contextOf(client.getSession())).isNull();
    }

    @Test
    void theHandshakeIsThatOfTheWrappedEngine() throws SSLException {
        assertThat(engine.getHandshakeStatus()).isEqualTo(SSLEngineResult.HandshakeStatus.NOT_HANDSHAKING);
        assertThat(engine.getHandshakeSession()).isNull();
        engine.setUseClientMode(true);
        engine.beginHandshake();
        assertThat(engine.getHandshakeStatus()).isEqualTo(SSLEngineResult.HandshakeStatus.NEED_WRAP);
        ByteBuffer hello = ByteBuffer.allocate(1 << 15);
        engine.wrap(ByteBuffer.allocate(0), hello);
        SSLEngine server = new SilentCloseEngine(context.createSSLEngine(), context);
        server.setUseClientMode(false);
        hello.flip();
        server.unwrap(hello, ByteBuffer.allocate(1 << 15));
        assertThat(server.getHandshakeStatus()).isEqualTo(SSLEngineResult.HandshakeStatus.NEED_TASK);
        server.getDelegatedTask().run();
        assertThat(server.getHandshakeSession()).isNotNull();
    }

    @Test
    void theSettingsAreThoseOfTheWrappedEngine() {
        assertThat(engine.getPeerHost()).isEqualTo("node");
        assertThat(engine.getPeerPort()).isEqualTo(9507);
        assertThat(engine.getSupportedProtocols())
                .isEqualTo(wrapped.getSupportedProtocols())
                .contains("TLSv1.3");
        assertThat(engine.getSupportedCipherSuites())
                .isEqualTo(wrapped.getSupportedCipherSuites())
                .isNotEmpty();
        String[] protocols = {"TLSv1.2"};
        engine.setEnabledProtocols(protocols);
        assertThat(wrapped.getEnabledProtocols()).isEqualTo(protocols);
        assertThat(engine.getEnabledProtocols()).isEqualTo(protocols);
        String[] suites = {engine.getSupportedCipherSuites()[0]};
        engine.setEnabledCipherSuites(suites);
        assertThat(wrapped.getEnabledCipherSuites()).isEqualTo(suites);
        assertThat(engine.getEnabledCipherSuites()).isEqualTo(suites);
        SSLParameters parameters = engine.getSSLParameters();
        assertThat(parameters.getProtocols()).isEqualTo(protocols);
        parameters.setMaximumPacketSize(4096);
        engine.setSSLParameters(parameters);
        assertThat(wrapped.getSSLParameters().getMaximumPacketSize()).isEqualTo(4096);
    }

    @Test
    void theModesAreThoseOfTheWrappedEngine() {
        for (boolean mode : new boolean[] {false, true}) {
            engine.setUseClientMode(mode);
            assertThat(wrapped.getUseClientMode()).isEqualTo(mode);
            assertThat(engine.getUseClientMode()).isEqualTo(mode);
            engine.setNeedClientAuth(mode);
            assertThat(wrapped.getNeedClientAuth()).isEqualTo(mode);
            assertThat(engine.getNeedClientAuth()).isEqualTo(mode);
            engine.setWantClientAuth(mode);
            assertThat(wrapped.getWantClientAuth()).isEqualTo(mode);
            assertThat(engine.getWantClientAuth()).isEqualTo(mode);
            engine.setEnableSessionCreation(mode);
            assertThat(wrapped.getEnableSessionCreation()).isEqualTo(mode);
            assertThat(engine.getEnableSessionCreation()).isEqualTo(mode);
        }
    }
}
