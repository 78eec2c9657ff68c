package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashBudgetTest {
    private final AtomicLong now = new AtomicLong();
    private final AtomicLong cpu = new AtomicLong();
    private final HashBudget budget = new HashBudget(now::get, cpu::get);

    @Test
    void oneClientGetsATwentiethOfTheTimeAfterItsCredit() {
        long spent = 0;
        for (long second = 0; second < 200; second++) {
            spent += 300L * exhaust("10.0.0.1", 300);
            passMillis(700);
        }
        assertThat(spent).isBetween(passedMillis() / 21, passedMillis() / 20 + 1_600);
    }

    @Test
    void allClientsTogetherGetAFifthOfTheTimeAfterTheCredit() {
        long spent = 0;
        for (int second = 0; second < 200; second++) {
            for (int client = 0; client < 30; client++) if (hash("10.0.0." + client, 300)) spent += 300;
            passMillis(700);
        }
        assertThat(spent).isBetween(passedMillis() / 6, passedMillis() / 5 + 2_600);
    }

    /** On a busy machine, a hash can wait much longer for a core than it runs. */
    @Test
    void timeThatAHashWaitsForACoreIsNotCharged() throws UnknownHostException {
        for (int hash = 0; hash < 9; hash++) {
            try (HashBudget.Attempt attempt = budget.enter(InetAddress.getByName("10.0.0.1"))) {
                assertThat(attempt).as("hash %d", hash).isNotNull();
                cpu.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
                now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    @Test
    void aCreditIsSpentWhenItIsUsedExactly() throws UnknownHostException {
        try (HashBudget.Attempt withoutCpuTime = enter("10.0.0.1")) {
            assertThat(withoutCpuTime).isNotNull();
            now.addAndGet(TimeUnit.SECONDS.toNanos(10));
        }
        try (HashBudget.Attempt attempt = enter("10.0.0.1")) {
            assertThat(attempt).isNotNull();
            cpu.addAndGet(HashBudget.CLIENT_CREDIT_NANOS);
        }
        assertThat(enter("10.0.0.1")).isNull();
    }

    @Test
    void theClockOfTheJvmIsThatOfCpuTime() throws Exception {
        HashBudget ofTheJvm = new HashBudget();
        InetAddress client = InetAddress.getByName("10.0.0.1");
        try (HashBudget.Attempt attempt = ofTheJvm.enter(client)) {
            assertThat(attempt).isNotNull();
            // More than the credit and what is added to it in this time
            Thread.sleep(1_200);
        }
        try (HashBudget.Attempt attempt = ofTheJvm.enter(client)) {
            assertThat(attempt).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, -1", "-1, 0", "0, -1"})
    void elapsedTimeIsChargedIfCpuTimeIsNotMeasured(long cpuBefore, long cpuAfter) throws UnknownHostException {
        now.set(TimeUnit.MINUTES.toNanos(1));
        for (long millis : new long[] {900, 200}) {
            cpu.set(cpuBefore);
            try (HashBudget.Attempt attempt = budget.enter(InetAddress.getByName("10.0.0.1"))) {
                assertThat(attempt).isNotNull();
                cpu.set(cpuAfter);
                now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
            }
        }
        assertThat(budget.enter(InetAddress.getByName("10.0.0.1"))).isNull();
    }

    @Test
    void creditDoesNotGrowWithTime() {
        passMillis(1_000_000);
        assertThat(exhaust("10.0.0.1", 250)).isBetween(4, 5);
    }

    @Test
    void exhaustedClientDoesNotAffectOthers() {
        exhaust("10.0.0.1", 100);
        assertThat(hash("10.0.0.2", 100)).isTrue();
        assertThat(hash("10.0.0.1", 100)).isFalse();
    }

    @Test
    void ipv6AddressesOfOneNetworkAreOneClient() {
        exhaust("2001:db8::1", 100);
        assertThat(hash("2001:db8::2:1", 100)).isFalse();
        assertThat(hash("2001:db8:0:1::1", 100)).isTrue();
    }

    @Test
    void oldestClientIsForgottenIfThereAreTooMany() {
        exhaust("10.0.0.1", 100);
        for (int i = 0; i < HashBudget.MAX_CLIENTS - 1; i++) hash("10.1." + i / 256 + "." + i % 256, 0);
        assertThat(hash("10.0.0.1", 0)).isFalse();
        for (int i = 0; i < HashBudget.MAX_CLIENTS; i++) hash("10.2." + i / 256 + "." + i % 256, 0);
        assertThat(hash("10.0.0.1", 0)).isTrue();
    }

    @Test
    void anAttemptWaitsForTheRunningOne() throws Exception {
        HashBudget.Attempt running = enter("10.0.0.1");
        Waiter waiter = new Waiter("10.0.0.2");
        running.close();
        assertThat(waiter.result()).isTrue();
    }

    @Test
    void aClientHasAtMostTwoAttemptsThatRunOrWait() throws Exception {
        HashBudget.Attempt running = enter("10.0.0.1");
        Waiter second = new Waiter("10.0.0.1");
        Waiter third = new Waiter("10.0.0.1");
        running.close();
        assertThat(second.result()).isTrue();
        assertThat(third.result()).isFalse();
        assertThat(hash("10.0.0.1", 0)).isTrue();
    }

    @Test
    void atMostFiveAttemptsWait() throws Exception {
        HashBudget.Attempt running = enter("10.0.0.1");
        List<Waiter> five = new ArrayList<>();
        for (int i = 2; i < 7; i++) five.add(new Waiter("10.0.0." + i));
        Waiter sixth = new Waiter("10.0.0.7");
        running.close();
        for (Waiter waiter : five) assertThat(waiter.result()).isTrue();
        assertThat(sixth.result()).isFalse();
        assertThat(hash("10.0.0.7", 0)).isTrue();
    }

    @Test
    void anAttemptIsRefusedIfTheBudgetIsExhaustedWhileItWaits() throws Exception {
        HashBudget.Attempt running = enter("10.0.0.1");
        Waiter waiter = new Waiter("10.0.0.2");
        passMillis(3_000);
        running.close();
        assertThat(waiter.result()).isFalse();
        passMillis(100_000);
        assertThat(hash("10.0.0.2", 0)).isTrue();
    }

    @Test
    void anInterruptedAttemptIsRefusedAndDoesNotCount() throws Exception {
        HashBudget.Attempt running = enter("10.0.0.1");
        for (int i = 0; i < 3; i++) {
            Thread.currentThread().interrupt();
            assertThat(hash("10.0.0.2", 0)).isFalse();
            assertThat(Thread.interrupted()).isTrue();
        }
        running.close();
        assertThat(hash("10.0.0.2", 0)).isTrue();
    }

    @Test
    void anAttemptIsRefusedIfTheRunningOneDoesNotEndInTime() throws Exception {
        HashBudget.Attempt running = enter("10.0.0.1");
        assertThat(hash("10.0.0.2", 0)).isFalse();
        running.close();
        assertThat(hash("10.0.0.2", 0)).isTrue();
    }

    private HashBudget.Attempt enter(String client) throws UnknownHostException {
        return budget.enter(InetAddress.getByName(client));
    }

    /** A thread with one attempt. The constructor returns when the attempt waits or has ended. */
    private final class Waiter {
        private final FutureTask<Boolean> attempt;

        Waiter(String client) {
            attempt = new FutureTask<>(() -> hash(client, 0));
            Thread thread = new Thread(attempt);
            thread.setDaemon(true);
            thread.start();
            await().pollInterval(Duration.ofMillis(1))
                    .until(() -> attempt.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
        }

        boolean result() throws Exception {
            return attempt.get(30, TimeUnit.SECONDS);
        }
    }

    /** Returns the number of hashes until one is refused. */
    private int exhaust(String client, long millis) {
        for (int hashes = 0; hashes < 1_000; hashes++) if (!hash(client, millis)) return hashes;
        throw new AssertionError("no hash of " + client + " is refused");
    }

    private boolean hash(String client, long millis) {
        try (HashBudget.Attempt attempt = budget.enter(InetAddress.getByName(client))) {
            if (attempt == null) return false;
            passMillis(millis);
            return true;
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Passes time in which a hash has a core. */
    private void passMillis(long millis) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        cpu.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private long passedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(now.get());
    }
}
