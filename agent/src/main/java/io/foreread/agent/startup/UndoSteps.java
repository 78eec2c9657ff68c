package io.foreread.agent.startup;

import java.util.ArrayList;
import java.util.List;

/** What has to be done to undo a start, last step first. Thread-safe. */
final class UndoSteps {
    /** A step; it can throw anything, and is then repeated by the next {@link #run}. */
    interface Step {
        void run() throws Exception;
    }

    private static final class Named {
        final String name;
        final Step step;

        Named(String name, Step step) {
            this.name = name;
            this.step = step;
        }
    }

    private final List<Named> steps = new ArrayList<>();

    /** @param name completes the sentence: cannot ... */
    synchronized void add(String name, Step step) {
        steps.add(new Named(name, step));
    }

    /**
     * Runs all steps, even if one of them fails, and removes those that succeed.
     *
     * @return one line for each step that has failed
     */
    synchronized List<String> run() {
        List<String> problems = new ArrayList<>();
        for (int i = steps.size() - 1; i >= 0; i--) {
            Named next = steps.get(i);
            try {
                next.step.run();
                steps.remove(i);
            } catch (Throwable e) {
                problems.add("cannot " + next.name + ": " + (e instanceof UndoneException ? e.getMessage() : e));
            }
        }
        return problems;
    }

    /** Thrown by a step whose message says all. */
    static final class UndoneException extends Exception {
        private static final long serialVersionUID = 1L;

        UndoneException(String message) {
            super(message);
        }
    }
}
