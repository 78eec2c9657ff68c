package io.foreread.agent.hook;

/**
 * One change to one class: {@link AdviceWeave} or {@link CallWeave}; or a landmark without a change: {@link KnownClass}.
 */
public abstract class Weave {
    Weave() {}

    public boolean changesCode() {
        return true;
    }
}
