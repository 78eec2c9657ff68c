package io.foreread.agent.startup;

import org.jspecify.annotations.Nullable;

/** One condition for starting at all. */
interface StartupCheck {
    /** @return null if we may start; else why not, empty for a silent no */
    @Nullable
    String refusal();
}
