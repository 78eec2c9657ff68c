package io.foreread.it.summary;

import io.foreread.it.fixture.Tally;
import io.foreread.it.summary.MatrixTable.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes the table of a run's suites to {@code target/matrix.md} and prints it, with what was compared and survived. Of
 * one JVM: Failsafe runs all suites in one.
 */
public final class MatrixListener implements TestExecutionListener {
    private final MatrixTable table = new MatrixTable();
    private TestPlan plan;

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        suite(test).ifPresent(suite -> table.skipped(suite, names(test), reason));
    }

    /** A container that fails or is skipped stands for its tests, which nobody will hear of. */
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Optional<String> suite = suite(test);
        if (suite.isEmpty()) return;
        switch (result.getStatus()) {
            case ABORTED -> table.skipped(suite.get(), names(test), reason(result));
            case FAILED -> table.add(suite.get(), names(test), Result.FAILED);
            case SUCCESSFUL -> {
                if (test.isTest()) table.add(suite.get(), names(test), Result.PASSED);
            }
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan finished) {
        if (table.isEmpty()) return;
        String tallies = Arrays.stream(Tally.values()).map(Tally::toString).collect(Collectors.joining(", "));
        String text = table.markdown() + "\n" + tallies + "\n";
        System.out.print("\n" + text);
        try {
            Files.createDirectories(Path.of("target"));
            Files.writeString(Path.of("target", "matrix.md"), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the summary", e);
        }
    }

    private static String reason(TestExecutionResult result) {
        return result.getThrowable()
                .map(Throwable::getMessage)
                .map(message -> message.replaceFirst("^Assumption failed: ", ""))
                .orElse("no reason given")
                .lines()
                .findFirst()
                .orElse("");
    }

    /** The class, if it is one of those that need nodes. */
    private static Optional<String> suite(TestIdentifier test) {
        return test.getSource()
                .map(source -> source instanceof MethodSource method
                        ? method.getClassName()
                        : source instanceof ClassSource type ? type.getClassName() : "")
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .filter(name -> name.endsWith("IT"));
    }

    private List<String> names(TestIdentifier test) {
        List<String> names = new ArrayList<>();
        for (TestIdentifier at = test; at != null; at = plan.getParent(at).orElse(null)) names.add(at.getDisplayName());
        return names;
    }
}
