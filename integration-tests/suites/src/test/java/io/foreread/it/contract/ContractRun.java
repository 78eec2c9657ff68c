package io.foreread.it.contract;

import java.io.File;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.TestAbortedException;

/**
 * Runs the rules in the JVM of a release, and prints a line for each: {@code ok NAME}, {@code skip NAME: REASON} or
 * {@code FAIL NAME: REASON}. The first line is the version of Java, such as {@code java 1.8}, and the last line is
 * {@code end}.
 */
public final class ContractRun implements TestExecutionListener {
    private static final int MAX_REASON_CHARS = 300;

    private ContractRun() {}

    /**
     * @param arguments a tag expression of JUnit, such as {@code !matrix}, and optionally the only class to run: its simple
     *     name, or the full name of a class in another package, which {@code #} and the name of the only rule can follow
     */
    public static void main(String[] arguments) {
        System.out.println("java " + System.getProperty("java.specification.version"));
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(rules(arguments.length > 1 ? arguments[1] : ""))
                                .filters(TagFilter.includeTags(arguments[0]))
                                .build(),
                        new ContractRun());
        System.out.println("end");
        System.out.flush();
        // Without this call Cassandra's threads would keep the JVM alive.
        Runtime.getRuntime().halt(0);
    }

    private static List<? extends DiscoverySelector> rules(String only) {
        if (only.indexOf('#') >= 0) return Collections.singletonList(DiscoverySelectors.selectMethod(only));
        if (only.indexOf('.') >= 0) return Collections.singletonList(DiscoverySelectors.selectClass(only));
        String location = ContractRun.class.getResource("ContractRun.class").getPath();
        return Stream.of(new File(location).getParentFile().list())
                .filter(file -> only.isEmpty() ? file.endsWith("Rules.class") : file.equals(only + ".class"))
                .sorted()
                .map(file -> ContractRun.class.getPackage().getName() + "."
                        + file.substring(0, file.length() - ".class".length()))
                .map(DiscoverySelectors::selectClass)
                .collect(Collectors.toList());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        String reason = result.getThrowable()
                .map(e -> e instanceof TestAbortedException ? e.getMessage() : describe(e))
                .map(text -> text.replaceAll("\\s+", " "))
                .orElse("");
        if (result.getStatus() == TestExecutionResult.Status.ABORTED)
            System.out.println("skip " + name(test) + ": " + reason);
        else if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL)
            System.out.println(
                    "FAIL " + name(test) + ": " + reason.substring(0, Math.min(MAX_REASON_CHARS, reason.length())));
        else if (test.isTest()) System.out.println("ok " + name(test));
    }

    private static String describe(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) innermost = innermost.getCause();
        return innermost == failure ? failure.toString() : failure + ", caused by " + innermost;
    }

    private static String name(TestIdentifier test) {
        // The source of a dynamic test is its factory method, which does not identify the test.
        if (test.getUniqueId().contains("[dynamic-test:")) return test.getDisplayName();
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(source -> source.getJavaClass().getSimpleName() + "." + source.getMethodName())
                .orElse(test.getDisplayName());
    }
}
