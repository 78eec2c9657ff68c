package io.foreread.it.summary;

import java.time.Instant;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets nothing begin after {@code -Dforeread.end=EPOCH_SECONDS}, and says so in the table of what was skipped. For a review
 * that must not take longer: on a machine that others fill too, the same suites take twice as long.
 */
public final class TimeLimit implements ExecutionCondition {
    private static final Long END = Long.getLong("foreread.end");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return evaluate(Instant.now(), END);
    }

    /** @param endEpochSeconds null if there is time without end */
    static ConditionEvaluationResult evaluate(Instant now, Long endEpochSeconds) {
        return endEpochSeconds == null || now.getEpochSecond() < endEpochSeconds
                ? ConditionEvaluationResult.enabled("there is time")
                : ConditionEvaluationResult.disabled("no time left on this machine (-Dforeread.end)");
    }
}
