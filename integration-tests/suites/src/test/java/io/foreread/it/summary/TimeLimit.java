package io.foreread.it.summary;

import java.time.Instant;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails suites that have not started at {@code -Dforeread.end=EPOCH_SECONDS}. A run with a time limit ends then, and
 * fails because of these suites. Unit tests and the table are fast and always run.
 */
public final class TimeLimit implements ExecutionCondition {
    private static final Long END = Long.getLong("foreread.end");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        context.getTestClass().ifPresent(type -> check(type.getSimpleName(), Instant.now(), END));
        return ConditionEvaluationResult.enabled("there is time");
    }

    /** @param endEpochSeconds the end in seconds; null for no limit */
    static void check(String testClass, Instant now, Long endEpochSeconds) {
        if (testClass.endsWith("IT") && endEpochSeconds != null && now.getEpochSecond() >= endEpochSeconds)
            throw new IllegalStateException("left out: no time left (-Dforeread.end)");
    }
}
