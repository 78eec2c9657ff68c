package io.foreread.exporter.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request and its response. The response must be sent exactly once, by {@link #text}, {@link #body} or
 * {@link #stream}. Not thread-safe.
 */
final class Call {
    static final String PLAIN = "text/plain; charset=utf-8";

    private final HttpExchange exchange;
    private final ExchangeGuard guard;
    private int code;

    Call(HttpExchange exchange, ExchangeGuard guard) {
        this.exchange = exchange;
        this.guard = guard;
        header("X-Content-Type-Options", "nosniff");
        header("Cache-Control", "no-store");
    }

    String method() {
        return exchange.getRequestMethod();
    }

    /**
     * The path as sent by the client. Percent-encoded characters are not decoded, so that each path has one spelling.
     */
    String path() {
        return exchange.getRequestURI().getRawPath();
    }

    @Nullable
    String query() {
        return exchange.getRequestURI().getRawQuery();
    }

    int uriLength() {
        return exchange.getRequestURI().toString().length();
    }

    /** The address of the client, or of the last proxy. */
    InetAddress client() {
        return exchange.getRemoteAddress().getAddress();
    }

    /**
     * Whether the URI has a host, as in a request to a proxy. Also true for a URI that begins with {@code //} and has
     * an empty host: {@link #path} omits these slashes, so that the URI would be a second spelling of the path.
     */
    boolean isProxyRequest() {
        URI uri = exchange.getRequestURI();
        return uri.isAbsolute()
                || uri.getRawAuthority() != null
                || uri.toString().startsWith("//");
    }

    /** Whether the request has a body. */
    boolean hasBody() {
        String length = requestHeader("Content-Length");
        return requestHeader("Transfer-Encoding") != null
                || (length != null && !length.trim().equals("0"));
    }

    /** @return all values, separated by commas, or null if the header is absent */
    @Nullable
    String requestHeader(String name) {
        List<String> values = exchange.getRequestHeaders().get(name);
        return values == null ? null : String.join(",", values);
    }

    void header(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    void text(int status, String text) throws IOException {
        body(status, PLAIN, text);
    }

    void body(int status, String contentType, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        header("Content-Type", contentType);
        try (OutputStream out = begin(status, bytes.length)) {
            if (out != null) out.write(bytes);
        }
    }

    /**
     * Responds with 200 and writes the body. If the body throws, the client receives an incomplete response.
     *
     * @param length length of the body, 0 if it is empty
     */
    void stream(String contentType, long length, Body body) throws IOException {
        header("Content-Type", contentType);
        OutputStream out = begin(200, length);
        if (out == null) return;
        body.write(out);
        // The stream is not closed after an exception. close() would write the end of the body, and the client would
        // consider the incomplete body complete.
        out.close();
    }

    /** @return the stream for the body; null if the request is a HEAD request */
    private @Nullable OutputStream begin(int status, long length) throws IOException {
        code = status;
        boolean head = method().equals("HEAD");
        guard.beginClientIo();
        try {
            exchange.sendResponseHeaders(status, head ? -1 : length);
        } finally {
            guard.endClientIo();
        }
        return head ? null : new Body.Stream(exchange.getResponseBody(), guard);
    }

    /** @return the status of the response; 0 before the response has begun */
    int code() {
        return code;
    }

    /** Writes the body of a response. */
    interface Body {
        void write(OutputStream out) throws IOException;

        /** A stream that marks its writes as client I/O, so that {@link ExchangeGuard} can interrupt them. */
        final class Stream extends FilterOutputStream {
            private final ExchangeGuard guard;

            Stream(OutputStream out, ExchangeGuard guard) {
                super(out);
                this.guard = guard;
            }

            @Override
            public void write(int oneByte) throws IOException {
                write(new byte[] {(byte) oneByte}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                guard.beginClientIo();
                try {
                    out.write(bytes, offset, length);
                } finally {
                    guard.endClientIo();
                }
            }

            @Override
            public void flush() throws IOException {
                guard.beginClientIo();
                try {
                    out.flush();
                } finally {
                    guard.endClientIo();
                }
            }

            @Override
            public void close() throws IOException {
                guard.beginClientIo();
                try {
                    out.close();
                } finally {
                    guard.endClientIo();
                }
            }
        }
    }
}
