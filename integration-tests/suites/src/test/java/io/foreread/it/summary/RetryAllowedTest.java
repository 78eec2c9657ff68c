package io.foreread.it.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryAllowedTest {
    private static final List<String> SUITES = List.of("RingIT", "ScanIT");
    private static final String ENTRY = "RingIT 2026-11-23 the ring of 3.11 may need a second gossip round";

    @Test
    void theCommittedListIsWellFormed() throws IOException {
        List<String> suites = Completeness.suites(Path.of("target", "test-classes"), "", "none").stream()
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .toList();
        assertThat(RetryAllowed.defects(Files.readAllLines(ProjectFiles.of(".ci/retry-allowed")), suites))
                .isEmpty();
    }

    @Test
    void anEntryIsASuiteADateAndAReason() {
        assertThat(RetryAllowed.defects(List.of("# comment", "", ENTRY), SUITES))
                .isEmpty();
        assertThat(RetryAllowed.defects(List.of("RingIT"), SUITES)).hasSize(2);
        assertThat(RetryAllowed.defects(List.of("RingIT the ring of 3.11 may need a second round"), SUITES))
                .isNotEmpty();
        assertThat(RetryAllowed.defects(List.of("RingIT 2026-11-23 flaky"), SUITES))
                .containsExactly("no reason: RingIT 2026-11-23 flaky");
        assertThat(RetryAllowed.defects(List.of(ENTRY.replace("RingIT", "GoneIT")), SUITES))
                .hasSize(1);
    }

    @Test
    void theMaximumIsThreeEntries() {
        assertThat(RetryAllowed.defects(Collections.nCopies(3, ENTRY), SUITES)).isEmpty();
        assertThat(RetryAllowed.defects(Collections.nCopies(4, ENTRY), SUITES)).containsExactly("more than 3 entries");
    }
}
