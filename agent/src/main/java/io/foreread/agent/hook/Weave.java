package io.foreread.agent.hook;

/** One change to one class: {@link AdviceWeave} or {@link CallWeave}. */
public abstract class Weave {
    Weave() {}
}
