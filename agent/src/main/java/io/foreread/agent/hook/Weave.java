package io.foreread.agent.hook;

/** One change to one class: {@link AdviceWeave}, {@link CallWeave} or {@link ResultWeave}; or none: {@link KnownCalls}. */
public abstract class Weave {
    Weave() {}
}
