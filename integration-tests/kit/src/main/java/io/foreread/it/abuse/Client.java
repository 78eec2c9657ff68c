package io.foreread.it.abuse;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A client with one connection at a time. Only {@link #leave} and {@link #isConnected} are thread-safe. */
final class Client {
    private static final int PATIENCE_MILLIS = 15_000;
    /**
     * The maximum number of bytes to read from a response: the status line, the headers, and an error or the start of
     * the body.
     */
    private static final int MAX_ANSWER_BYTES = 64 << 10;

    private static final int FIRST_TURNS_APART = 9;

    private final AbusedEndpoint target;
    private final Answers answers;
    private final int number;
    private int turns;
    /** The fields {@code socket} and {@code left} are guarded by this. */
    private @Nullable Socket socket;

    private boolean left;

    Client(AbusedEndpoint target, Answers answers, int number) {
        this.target = target;
        this.answers = answers;
        this.number = number;
    }

    AbusedEndpoint target() {
        return target;
    }

    Answers answers() {
        return answers;
    }

    /** Returns a number that increases with each call. Each client starts with a different number. */
    int turn() {
        return FIRST_TURNS_APART * number + turns++;
    }

    int number() {
        return number;
    }

    /**
     * Opens a connection without sending anything.
     *
     * @param receiveBytes the size of the kernel's receive buffer; 0 for the default of the system
     */
    Socket connect(int receiveBytes) throws IOException {
        Socket connected = new Socket();
        synchronized (this) {
            if (left) throw new IOException("this client has been stopped");
            socket = connected;
        }
        if (receiveBytes > 0) connected.setReceiveBufferSize(receiveBytes);
        // Closes with a reset, because thousands of connections in TIME_WAIT would use all ports of this machine.
        connected.setSoLinger(true, 0);
        connected.setSoTimeout(PATIENCE_MILLIS);
        connected.connect(new InetSocketAddress(target.host(), target.port()), PATIENCE_MILLIS);
        return connected;
    }

    /** Opens a connection and completes the TLS handshake if the endpoint uses TLS. */
    Socket open(int receiveBytes) throws IOException {
        Socket plain = connect(receiveBytes);
        return target.tls() ? BadTls.shakeHands(plain, target) : plain;
    }

    static void send(Socket to, String text) throws IOException {
        to.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Reads until the endpoint closes the connection, and returns the response or its first part. */
    static String answer(Socket from) throws IOException {
        byte[] buffer = new byte[MAX_ANSWER_BYTES];
        int bytes = 0;
        try {
            InputStream in = from.getInputStream();
            for (int read = 0; read >= 0 && bytes < buffer.length; ) {
                bytes += read;
                read = in.read(buffer, bytes, buffer.length - bytes);
            }
        } catch (IOException cutOff) {
            // The bytes that arrived before the connection was closed are the response.
        }
        return new String(buffer, 0, bytes, StandardCharsets.ISO_8859_1);
    }

    /** Reads until the endpoint closes the connection. */
    static void awaitDisconnect(Socket on) throws IOException {
        while (on.getInputStream().read() >= 0) {}
    }

    void hangUp() {
        @Nullable Socket last;
        synchronized (this) {
            last = socket;
            socket = null;
        }
        try {
            if (last != null) last.close();
        } catch (IOException e) {
            // The connection is closed nevertheless.
        }
    }

    void leave() {
        synchronized (this) {
            left = true;
        }
        hangUp();
    }

    synchronized boolean isConnected() {
        return socket != null && socket.isConnected();
    }
}
