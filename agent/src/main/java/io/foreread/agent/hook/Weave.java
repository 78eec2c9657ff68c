package io.foreread.agent.hook;

/**
 * One change to one class: {@link AdviceWeave}, {@link CallWeave} or {@link ResultWeave}; or a landmark without a change:
 * {@link KnownCalls} or {@link KnownClass}.
 */
public abstract class Weave {
    Weave() {}

    public boolean changesCode() {
        return true;
    }
}
