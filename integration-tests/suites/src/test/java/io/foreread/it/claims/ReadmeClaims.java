package io.foreread.it.claims;

import io.foreread.it.fixture.CassandraRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the claims in the text of the README: those of its introduction and of the section "What is applied where". */
record ReadmeClaims(String readme) {
    private static final Pattern INTRODUCTION = Pattern.compile("(.*?)^## ", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern SECTION =
            Pattern.compile("^## What is applied where$(.*?)^## ", Pattern.MULTILINE | Pattern.DOTALL);
    /** The bold text of a bullet, or its first line. */
    private static final Pattern BULLET = Pattern.compile("^- (?:\\*\\*(.+?)\\*\\*|(.+))", Pattern.MULTILINE);

    private static final Pattern SCANS =
            Pattern.compile("These scans are\\s+(.*?)\\.\\s+(Range reads\\s)?", Pattern.DOTALL);
    private static final Pattern INDEX_BUILDS = Pattern.compile("builds of (.*) indexes");
    private static final Pattern NAMED_RELEASE = Pattern.compile("\\d+\\.\\d+(?:\\.\\d+|-\\w+)");
    /** Releases before 5.0 have no SAI. */
    private static final String SAI = "SAI builds";

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        String section = part(SECTION);
        claims.addAll(bullets(part(INTRODUCTION)));
        claims.addAll(cells(section));
        claims.addAll(bullets(section));
        claims.addAll(sentences(section));
        return claims;
    }

    /** The operations that the introduction lists. */
    List<String> operations() {
        Matcher scans = matched(SCANS, part(INTRODUCTION));
        String builds = INDEX_BUILDS
                .matcher(scans.group(1).replaceAll("\\s+", " ").replace("`", ""))
                .replaceFirst(found -> found.group(1).replaceAll("(, | and )", " builds$1") + " builds");
        Stream<String> listed = Stream.of(builds.split(", | and "));
        return scans.group(2) == null
                ? listed.toList()
                : Stream.concat(listed, Stream.of("range reads")).toList();
    }

    private static List<Claim> bullets(String text) {
        return BULLET.matcher(text)
                .results()
                .map(bullet -> Claim.ofAnyRelease(bullet.group(1) == null ? bullet.group(2) : bullet.group(1)))
                .toList();
    }

    /** A claim for each row and each column of the table, and for each row and each operation. */
    private List<Claim> cells(String section) {
        List<List<String>> table = section.lines()
                .filter(line -> line.startsWith("|"))
                .map(line -> List.of(line.substring(2).split(" *\\| *")))
                .toList();
        List<String> columns = table.get(0).subList(1, table.get(0).size());
        List<String> operations = operations();
        return table.subList(2, table.size()).stream()
                .flatMap(row -> rows(new Releases(row.get(0))))
                .flatMap(row -> Stream.concat(columns.stream(), operations.stream())
                        .filter(subject -> !subject.equals(SAI) || hasSai(row))
                        .map(subject -> Claim.ofRow(row, subject)))
                .toList();
    }

    /**
     * The releases that have claims of their own. These are all releases of the row, or each line of it where Cassandra has
     * a native read-ahead, because its coverage differs by line.
     */
    private static Stream<Releases> rows(Releases row) {
        return row.known().stream().anyMatch(CassandraRelease::hasNativeReadAhead)
                ? row.parts().stream()
                : Stream.of(row);
    }

    private static boolean hasSai(Releases row) {
        return row.known().stream().anyMatch(release -> release.version().isAtLeast(5, 0));
    }

    /** The sentences of all paragraphs. Tests must state every release that a sentence names. */
    private static List<Claim> sentences(String section) {
        return Stream.of(section.strip().split("\n\\s*\n"))
                .filter(paragraph -> !paragraph.startsWith("|") && !paragraph.startsWith("- "))
                .flatMap(
                        paragraph -> Stream.of(paragraph.replaceAll("\\s+", " ").split("(?<=\\.) (?=[A-Z])")))
                .map(sentence -> new Claim(sentence, namedReleases(sentence), false))
                .toList();
    }

    private static List<Releases> namedReleases(String sentence) {
        return NAMED_RELEASE
                .matcher(sentence)
                .results()
                .map(MatchResult::group)
                .map(Releases::new)
                .toList();
    }

    private String part(Pattern pattern) {
        return matched(pattern, readme).group(1);
    }

    private static Matcher matched(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) throw new AssertionError("nothing in the README matches " + pattern);
        return matcher;
    }
}
