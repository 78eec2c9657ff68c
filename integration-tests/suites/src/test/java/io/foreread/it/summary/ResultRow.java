package io.foreread.it.summary;

import io.foreread.it.fixture.CassandraRelease;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of one test.
 *
 * @param java the Java version of the node; empty for the Java of this machine
 * @param release {@link #ANY} for a test without a release
 * @param reason the reason why it failed or was skipped; empty for a test that passed
 */
record ResultRow(String suite, String java, String release, Result result, String reason) {
    static final String ANY = "any";
    private static final Pattern JAVA = Pattern.compile("\\bJava (\\d+)\\b");
    private static final int MAX_SKIP_REASON_CHARS = 300;
    /** Enough for the message of an assertion with two node states. */
    private static final int MAX_FAILURE_CHARS = 4000;

    enum Result {
        PASSED,
        FAILED,
        SKIPPED;

        String words(int count) {
            return count + " " + name().toLowerCase(Locale.ROOT);
        }
    }

    /** A row of a test on the Java of this machine. */
    ResultRow(String suite, String release, Result result, String reason) {
        this(suite, "", release, result, reason);
    }

    /**
     * @param names display names of the test and its parents; the row gets the first release and the first Java version
     *     that they contain
     */
    static ResultRow of(String suite, List<String> names, Result result, String reason) {
        return new ResultRow(
                suite,
                java(names),
                release(names),
                result,
                result == Result.FAILED ? oneLine(reason) : firstLine(reason));
    }

    ResultRow inSuite(String other) {
        return new ResultRow(other, java, release, result, reason);
    }

    /** The suite, the release and, if it is not the one of this machine, the Java version. */
    String place() {
        return suite + ", " + release + (java.isEmpty() ? "" : " on Java " + java);
    }

    boolean hasReason() {
        return !reason.isEmpty() && !reason.equals("assumption is not true");
    }

    /** The line of this row in a file of results. */
    String line() {
        return String.join("\t", suite, java, release, result.name(), reason);
    }

    static ResultRow parse(String line) {
        String[] fields = line.split("\t", -1);
        return new ResultRow(fields[0], fields[1], fields[2], Result.valueOf(fields[3]), fields[4]);
    }

    /** Joins the lines of the message, because the table of results can be all that a build server keeps. */
    private static String oneLine(String failure) {
        return limited(lines(failure).collect(Collectors.joining(" / ")), MAX_FAILURE_CHARS);
    }

    private static String firstLine(String reason) {
        // AssertJ puts the description of an assumption in brackets. What follows without one is no reason.
        String described = reason.replaceFirst("^Assumption failed: ", "")
                .replaceFirst("(?s)^assumption was not met due to:\\s*+(?!\\[).*", "")
                .replaceFirst("^assumption was not met due to:\\s*", "");
        String first = lines(described).findFirst().orElse("");
        return limited(first, MAX_SKIP_REASON_CHARS);
    }

    private static Stream<String> lines(String text) {
        return text.lines().map(line -> line.replace('\t', ' ').trim()).filter(line -> !line.isEmpty());
    }

    private static String limited(String text, int chars) {
        return text.substring(0, Math.min(text.length(), chars));
    }

    private static String java(List<String> names) {
        return names.stream()
                .map(JAVA::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst()
                .orElse("");
    }

    private static String release(List<String> names) {
        // Compares whole words, because 4.1.1 must not match 4.1.10.
        return names.stream()
                .flatMap(name -> Stream.of(name.split("[^\\w.-]+")))
                .filter(word -> CassandraRelease.matrix().stream()
                        .anyMatch(release -> release.toString().equals(word)))
                .findFirst()
                .orElse(ANY);
    }
}
