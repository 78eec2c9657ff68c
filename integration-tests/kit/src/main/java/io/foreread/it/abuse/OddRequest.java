package io.foreread.it.abuse;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Requests that no scraper sends.
 *
 * @param text one or more requests
 * @param served the number of these requests that the endpoint may answer with status 200, because their path is
 *     documented
 */
record OddRequest(String text, int served) {
    private static final String AFTER_PATH = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    private static final int MAX_NAME_CHARS = 60;

    /** Requests that never get status 200. This list and SERVED contain request lines without the HTTP version. */
    private static final List<String> NEVER_SERVED = List.of(
            "GET /../../../../../../etc/passwd",
            "GET /metrics/../../../../../../etc/passwd",
            "GET /metrics/..",
            "GET /./metrics",
            "GET /%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
            "GET /..%2f..%2f..%2f..%2fetc%2fpasswd",
            "GET /%252e%252e/%252e%252e/etc/passwd",
            "GET /%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd",
            "GET /..\\..\\..\\etc\\passwd",
            "GET /etc/passwd",
            "GET /proc/self/environ",
            "GET /conf/cassandra.yaml",
            "GET //metrics",
            "GET ///metrics",
            "GET //x/metrics",
            "GET /metrics/",
            "GET /metrics//",
            "GET /METRICS",
            "GET /%6detrics",
            "GET /metrics%2f",
            "GET /metrics%00",
            "GET /metrics%00.html",
            "GET /metrics\0",
            "GET /metrics\0/../ready",
            "GET /metrics;a=b",
            "GET /metrics%20",
            "GET /metrics%0d%0aX:%20y",
            "GET metrics",
            "GET ?name[]=x",
            "GET *",
            "GET http://127.0.0.1/metrics",
            "GET http://169.254.169.254/latest/meta-data/",
            "GET file:///etc/passwd",
            "GET jmx:rmi://127.0.0.1",
            "GET /metrics?" + "x".repeat(20_000),
            "GET /metrics?"
                    + IntStream.range(0, 1_100).mapToObj(i -> "name[]=x" + i).collect(Collectors.joining("&")),
            "GET /metrics?name[]=%zz",
            "CONNECT 127.0.0.1:9042",
            "TRACE /metrics",
            "OPTIONS *",
            "OPTIONS /metrics",
            "PUT /metrics",
            "DELETE /",
            "PATCH /ready",
            "PROPFIND /",
            "get /metrics",
            "\0 /metrics");

    private static final List<String> SERVED = List.of(
            "GET /metrics?name[]=../../../../etc/passwd&name[]=foreread_build_info",
            "GET /metrics?name[]=foreread_build_info%00",
            "GET /metrics?target=file:///etc/passwd&name[]=x",
            "GET /metrics?name[]=foreread_build_info&name[]=%0d%0aX:%20y",
            "GET /ready?/../../etc/passwd",
            "HEAD /metrics?name[]=x");

    private static final List<OddRequest> COMPLETE_REQUESTS = List.of(
            new OddRequest("GET /metrics\r\n\r\n", 0),
            new OddRequest("GET\r\n\r\n", 0),
            new OddRequest("\0\0\0\0\r\n\r\n", 0),
            new OddRequest("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 0),
            new OddRequest("POST /metrics HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", 0),
            // A request in the body of another request must not be executed.
            new OddRequest(
                    "GET /nothing HTTP/1.1\r\nContent-Length: 44\r\n\r\nGET /ready HTTP/1.1\r\nConnection: close\r\n\r\n  ",
                    0),
            // A request with Transfer-Encoding and Content-Length must be rejected, and the bytes after it must not be
            // executed as a request.
            new OddRequest(
                    "GET /nothing HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n"
                            + "0\r\n\r\nGET /ready" + AFTER_PATH,
                    0),
            new OddRequest("GET /nothing HTTP/1.1\r\nX-Original-URL: /metrics\r\nConnection: close\r\n\r\n", 0),
            new OddRequest("GET /nothing HTTP/1.1\r\nX-Rewrite-URL: /metrics\r\nConnection: close\r\n\r\n", 0),
            new OddRequest("POST /ready HTTP/1.1\r\nX-HTTP-Method-Override: GET\r\nConnection: close\r\n\r\n", 0),
            new OddRequest("GET /ready HTTP/1.1\r\nAuthorization: Basic Og==\r\nConnection: close\r\n\r\n", 1),
            new OddRequest("GET /ready HTTP/1.1\r\nAuthorization: Basic\r\nConnection: close\r\n\r\n", 1),
            new OddRequest(
                    "GET /ready HTTP/1.1\r\nAuthorization: Basic " + "Og==".repeat(10_000)
                            + "\r\nConnection: close\r\n\r\n",
                    1),
            new OddRequest("GET /ready HTTP/9.9\r\nConnection: close\r\n\r\n", 1),
            new OddRequest("GET /ready HTTP/1.1\r\nHost: x\r\n\r\n".repeat(50) + "GET /../etc/passwd" + AFTER_PATH, 50),
            new OddRequest("GET /ready HTTP/1.1\r\nHost: x\r\n\r\nGET /metrics/../x" + AFTER_PATH, 1));

    static final List<OddRequest> ALL = Stream.of(
                    NEVER_SERVED.stream().map(line -> new OddRequest(line + AFTER_PATH, 0)),
                    SERVED.stream().map(line -> new OddRequest(line + AFTER_PATH, 1)),
                    COMPLETE_REQUESTS.stream())
            .flatMap(requests -> requests)
            .toList();

    static void sendNext(Client client) throws IOException {
        OddRequest request = next(client);
        Socket socket = client.open(0);
        Client.send(socket, request.text);
        client.answers()
                .add(request.toString(), Client.answer(socket), client.target().asksForPassword() ? 0 : request.served);
    }

    static OddRequest next(Client client) {
        return ALL.get(client.turn() % ALL.size());
    }

    @Override
    public String toString() {
        String line = text.replace("\r\n", " ").replace('\0', '?');
        return line.length() > MAX_NAME_CHARS ? line.substring(0, MAX_NAME_CHARS) + "..." : line;
    }
}
