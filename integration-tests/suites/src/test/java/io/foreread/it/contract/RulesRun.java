package io.foreread.it.contract;

import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Main class of a JVM that runs rules and prints one line for each: {@code ok <rule>}, {@code skip <rule>: why} or
 * {@code FAIL <rule>: why}. */
public final class RulesRun implements TestExecutionListener {
    private RulesRun() {}

    /** @param arguments names of test classes */
    public static void main(String[] arguments) {
        List<? extends DiscoverySelector> classes =
                Arrays.stream(arguments).map(DiscoverySelectors::selectClass).toList();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(classes)
                                .build(),
                        new RulesRun());
        System.out.println("end");
        System.out.flush();
        // Cassandra's threads need not be waited for.
        Runtime.getRuntime().halt(0);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        String name = test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(source -> source.getJavaClass().getSimpleName() + "." + source.getMethodName())
                .orElse(test.getDisplayName());
        String why = result.getThrowable()
                .map(e -> e.toString().replaceAll("\\s+", " "))
                .orElse("");
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) System.out.println("skip " + name + ": " + why);
        else if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL)
            System.out.println("FAIL " + name + ": " + why.substring(0, Math.min(300, why.length())));
        else if (test.isTest()) System.out.println("ok " + name);
    }
}
