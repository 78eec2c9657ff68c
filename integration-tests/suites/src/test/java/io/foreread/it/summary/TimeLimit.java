package io.foreread.it.summary;

import java.time.Instant;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails suites that have not started at {@code -Dforeread.end=EPOCH_SECONDS}. A run that must not take longer ends then, and
 * does not pass without the suites that it left out. Unit tests and the table are quick, and not left out.
 */
public final class TimeLimit implements ExecutionCondition {
    private static final Long END = Long.getLong("foreread.end");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        context.getTestClass().ifPresent(type -> check(type.getSimpleName(), Instant.now(), END));
        return ConditionEvaluationResult.enabled("there is time");
    }

    /** @param endEpochSeconds null for no limit */
    static void check(String testClass, Instant now, Long endEpochSeconds) {
        if (testClass.endsWith("IT") && endEpochSeconds != null && now.getEpochSecond() >= endEpochSeconds)
            throw new IllegalStateException("left out: no time left (-Dforeread.end)");
    }
}
