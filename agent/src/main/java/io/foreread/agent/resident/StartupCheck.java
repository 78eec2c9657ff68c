package io.foreread.agent.resident;

import org.jspecify.annotations.Nullable;

/** A condition for the start of the agent. */
interface StartupCheck {
    /** @return null if the agent can start; otherwise the reason, which is empty if nothing is to be printed */
    @Nullable
    String refusal();
}
