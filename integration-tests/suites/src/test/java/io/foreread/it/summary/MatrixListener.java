package io.foreread.it.summary;

import io.foreread.it.fixture.Tally;
import io.foreread.it.summary.ResultRow.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes the result of each test to the file of this JVM. {@link CompletenessCheck} combines all files in one table.
 */
public final class MatrixListener implements TestExecutionListener {
    private final RunFiles files = RunFiles.inBuildDirectory(Instant.EPOCH);
    private TestPlan plan;

    public MatrixListener() {
        ForkLimit.start();
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        write(test, Result.SKIPPED, reason);
        end(test);
    }

    /** Also writes a row for a JUnit container that fails or is skipped, because JUnit does not report its tests then. */
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        switch (result.getStatus()) {
            case ABORTED -> write(test, Result.SKIPPED, reason(result));
            case FAILED -> write(test, Result.FAILED, reason(result));
            case SUCCESSFUL -> {
                if (test.isTest()) write(test, Result.PASSED, "");
            }
        }
        end(test);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan finished) {
        for (Tally tally : Tally.values()) if (tally.count() > 0) files.writeTally(tally, tally.count());
    }

    /** Records that a suite has ended, if the test is a top-level class. The parent of such a class is the engine. */
    private void end(TestIdentifier test) {
        if (plan.getParent(test).flatMap(plan::getParent).isEmpty()) suite(test).ifPresent(files::appendEnded);
    }

    private void write(TestIdentifier test, Result result, String reason) {
        suite(test).ifPresent(suite -> files.append(ResultRow.of(suite, names(test), result, reason)));
    }

    private static String reason(TestExecutionResult result) {
        return result.getThrowable()
                .map(thrown -> thrown.getMessage() == null ? thrown.toString() : thrown.getMessage())
                .orElse("");
    }

    /** The simple name of the test's class, if this class is a suite. */
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
