package io.foreread.it.claims;

import io.foreread.it.fixture.CassandraVersion;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A claim of the README.
 *
 * @param name the text that names it in claims/readme.txt
 * @param releases tests must state at least one release of each element
 * @param isOfARow whether the claim is about one row of the table of releases
 */
record Claim(String name, List<Releases> releases, boolean isOfARow) {
    /** A claim about the releases of a row of the table. */
    static Claim ofRow(Releases row, String subject) {
        return new Claim(row.text() + " | " + subject, List.of(row), true);
    }

    /** A claim whose tests do not have to state a release. */
    static Claim ofAnyRelease(String name) {
        return new Claim(name, List.of(), false);
    }

    /** Says what to add to claims/readme.txt; empty if the tests are sufficient. */
    List<String> missing(List<ClaimedTest> tests) {
        if (tests.isEmpty() && releases.isEmpty()) return List.of(toAdd(""));
        Set<CassandraVersion> stated =
                tests.stream().flatMap(ClaimedTest::versions).collect(Collectors.toSet());
        return releases.stream()
                .filter(wanted -> stated.stream().noneMatch(wanted::include))
                .map(wanted -> toAdd(" and states one of the releases " + wanted.known()))
                .toList();
    }

    private String toAdd(String releasesToState) {
        return "add to claims/readme.txt, below the line '" + name + "', a test that runs by default" + releasesToState;
    }
}
