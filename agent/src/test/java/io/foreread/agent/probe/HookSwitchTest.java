package io.foreread.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HookSwitchTest {
    @Test
    void aHookHasOneSwitchThatIsOnAtFirst() {
        HookSwitch first = HookSwitch.of("a-hook-without-a-switch");
        assertThat(first.on).isTrue();
        assertThat(HookSwitch.of("a-hook-without-a-switch")).isSameAs(first);
        assertThat(HookSwitch.of("another-hook")).isNotSameAs(first);
    }
}
