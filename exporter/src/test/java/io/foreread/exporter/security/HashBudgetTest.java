package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HashBudgetTest {
    private final AtomicLong now = new AtomicLong();
    private final HashBudget budget = new HashBudget(now::get);

    @Test
    void allowsAFifthOfTheTimeAfterTheCredit() {
        long spent = 0;
        for (long second = 0; second < 100; second++) {
            while (budget.enter()) {
                passMillis(300);
                spent += 300;
                budget.leave();
            }
            passMillis(700);
        }
        long passed = TimeUnit.NANOSECONDS.toMillis(now.get());
        assertThat(spent).isBetween(passed / 6, passed / 5 + 2_600);
    }

    @Test
    void savesAtMostTheCredit() {
        passMillis(1_000_000);
        int entered = 0;
        while (budget.enter()) {
            passMillis(500);
            budget.leave();
            entered++;
        }
        assertThat(entered).isBetween(4, 6);
    }

    private void passMillis(long millis) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
