package io.foreread.exporter.security;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/** A TLS connection between two engines of this JVM, without sockets. Not thread-safe. */
final class MemoryTls {
    /** More than a handshake has. */
    private static final int MAX_STEPS = 1_000;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine client;
    private final SSLEngine server;
    private final ByteBuffer toServer = ByteBuffer.allocate(1 << 17);
    private final ByteBuffer toClient = ByteBuffer.allocate(1 << 17);

    MemoryTls(SSLEngine client, SSLEngine server) {
        this.client = client;
        this.server = server;
        client.setUseClientMode(true);
        server.setUseClientMode(false);
    }

    /** @throws SSLException if one side rejects the other */
    MemoryTls shakeHands() throws SSLException {
        client.beginHandshake();
        server.beginHandshake();
        for (int steps = 0; steps < MAX_STEPS; steps++) {
            boolean clientActed = step(client, toClient, toServer);
            boolean serverActed = step(server, toServer, toClient);
            if (!clientActed && !serverActed) return this;
        }
        throw new SSLException("the handshake does not end");
    }

    /** Returns the text that the client receives if the server sends this text. */
    String send(String text) throws SSLException {
        ByteBuffer sent = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        // The first records can be session tickets.
        while (sent.hasRemaining() && server.wrap(sent, toClient).getStatus() == SSLEngineResult.Status.OK) {}
        ByteBuffer received = ByteBuffer.allocate(1 << 16);
        toClient.flip();
        while (client.unwrap(toClient, received).bytesConsumed() > 0) {}
        toClient.compact();
        return new String(received.array(), 0, received.position(), StandardCharsets.UTF_8);
    }

    /** @return whether the engine had something to do */
    private static boolean step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
        if (engine.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
            for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) task.run();
            return true;
        }
        if (engine.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP)
            return engine.wrap(NOTHING, out).bytesProduced() > 0;
        in.flip();
        int consumed = engine.unwrap(in, ByteBuffer.allocate(1 << 16)).bytesConsumed();
        in.compact();
        return consumed > 0;
    }
}
