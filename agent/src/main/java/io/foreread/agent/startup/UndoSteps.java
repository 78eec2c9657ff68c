package io.foreread.agent.startup;

import java.util.ArrayList;
import java.util.Collections;
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

    /** Held while steps run, which can take long. */
    private final Object running = new Object();
    /** Guarded by itself. */
    private final List<Named> steps = new ArrayList<>();

    /**
     * Adds a step, also while others run. These do not include it then.
     *
     * @param name completes the sentence: cannot ...
     */
    void add(String name, Step step) {
        synchronized (steps) {
            steps.add(new Named(name, step));
        }
    }

    /**
     * Runs all steps, even if one of them fails, and removes those that succeed. If another thread runs steps, waits for it.
     *
     * @return one line for each step that has failed
     */
    List<String> run() {
        List<String> problems = new ArrayList<>();
        synchronized (running) {
            List<Named> added;
            synchronized (steps) {
                added = new ArrayList<>(steps);
            }
            Collections.reverse(added);
            for (Named next : added) {
                try {
                    next.step.run();
                    remove(next);
                } catch (Throwable e) {
                    problems.add("cannot " + next.name + ": " + (e instanceof UndoneException ? e.getMessage() : e));
                }
            }
        }
        return problems;
    }

    private void remove(Named done) {
        synchronized (steps) {
            steps.remove(done);
        }
    }

    /** Thrown by a step whose message says all. */
    static final class UndoneException extends Exception {
        private static final long serialVersionUID = 1L;

        UndoneException(String message) {
            super(message);
        }
    }
}
