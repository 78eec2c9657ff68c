package io.foreread.it.bench.load;

import java.util.ArrayDeque;
import java.util.Queue;

/** Adds each request to the window in which it was due, even if it is sent later. Thread-safe. */
final class RequestWindows {
    /** The windows that can still get requests, in the order of their times. They do not overlap. Guarded by this. */
    private final Queue<RequestWindow> open = new ArrayDeque<>();

    /** Receives the result of a request. */
    interface Answered {
        void with(boolean succeeded, boolean reading, long nanos);
    }

    synchronized RequestWindow begin() {
        RequestWindow window = new RequestWindow();
        open.add(window);
        return window;
    }

    /**
     * Adds a request to its window, if it was due in one. Called in the order of the requests, when a request is due or later.
     *
     * @return to be called with the result of the request
     */
    synchronized Answered send(long dueNanos) {
        for (RequestWindow window = open.peek(); window != null; window = open.peek()) {
            if (!window.isOver(dueNanos)) return window.send(dueNanos);
            window.allSent();
            open.remove();
        }
        return (succeeded, reading, nanos) -> {};
    }
}
