package io.foreread.it.summary;

import java.time.Instant;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails suites that start after {@code -Dforeread.end=EPOCH_SECONDS}, so that a run with a time limit ends soon after
 * this time and fails. The limit does not apply to unit tests and the table, which are fast.
 */
public final class TimeLimit implements ExecutionCondition {
    private static final Long END = Long.getLong("foreread.end");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        context.getTestClass().ifPresent(type -> check(type.getSimpleName(), Instant.now(), END));
        return ConditionEvaluationResult.enabled("there is time");
    }

    /** @param endEpochSeconds the time limit in seconds since the epoch; null for no limit */
    static void check(String testClass, Instant now, Long endEpochSeconds) {
        if (testClass.endsWith("IT") && endEpochSeconds != null && now.getEpochSecond() >= endEpochSeconds)
            throw new IllegalStateException("left out: no time left (-Dforeread.end)");
    }
}
