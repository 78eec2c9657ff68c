package io.foreread.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class HookSwitchTest {
    @Test
    void aHookHasOneSwitchThatIsOnAtFirst() {
        // A switch exists as long as the JVM, in which the test can run again.
        String hook = "hook-" + UUID.randomUUID();
        HookSwitch first = HookSwitch.of(hook);
        assertThat(first.on).isTrue();
        assertThat(HookSwitch.of(hook)).isSameAs(first);
        assertThat(HookSwitch.of("another-hook")).isNotSameAs(first);
    }
}
