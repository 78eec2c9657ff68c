package io.foreread.it.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n\r\n";
    private static final String NOT_FOUND =
            "HTTP/1.1 404 Not Found\r\n\r\nnot found, available paths: /, /metrics, /ready\n";

    private final Answers answers = new Answers();

    @Test
    void allowedResponsesAreNotReported() {
        answers.add("one", NOT_FOUND, 0);
        answers.add("two", OK + "ready" + NOT_FOUND, 1);
        answers.add("three", "", 0);

        assertThat(answers.wronglyServed()).isEmpty();
        assertThat(answers.statuses()).isEqualTo(Map.of(200, 1L, 404, 2L));
    }

    @ParameterizedTest
    @CsvSource({
        "0, HTTP/1.1 200 OK",
        "1, HTTP/1.1 200 OK ready HTTP/1.1 200 OK",
        "0, HTTP/1.1 401 foreread_build_info 1",
        "1, HTTP/1.1 200 OK root:x:0:0:root:/root:/bin/bash",
        "0, -----BEGIN PRIVATE KEY-----"
    })
    void responsesThatAreNotAllowedAreReported(int allowed, String answer) {
        answers.add("the request", answer, allowed);

        assertThat(answers.wronglyServed()).singleElement().asString().contains("the request", answer);
    }

    @Test
    void aClientSendsEachOddRequestOnceBeforeItRepeatsOne() {
        Client client = new Client(new AbusedEndpoint("", 0, false, null), answers, 3);

        assertThat(OddRequest.ALL.stream()
                        .map(ignored -> OddRequest.next(client))
                        .distinct())
                .hasSameSizeAs(OddRequest.ALL);
    }
}
