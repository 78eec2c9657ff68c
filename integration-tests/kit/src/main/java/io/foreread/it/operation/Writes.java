package io.foreread.it.operation;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** Sends many concurrent statements to one node, in no particular order. Not thread-safe. */
public final class Writes implements AutoCloseable {
    private static final int IN_FLIGHT = 256;

    private final CqlSession session;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final Semaphore window = new Semaphore(IN_FLIGHT);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    public Writes(CqlSession session) {
        this.session = session;
    }

    /** Prepares a statement on its first use. */
    public void execute(String cql, Object... values) {
        execute(
                values.length == 0
                        ? SimpleStatement.newInstance(cql)
                        : prepared.computeIfAbsent(cql, session::prepare).bind(values));
    }

    private void execute(Statement<?> statement) {
        window.acquireUninterruptibly();
        session.executeAsync(statement).whenComplete((AsyncResultSet rows, Throwable error) -> {
            if (error != null) failure.compareAndSet(null, error);
            window.release();
        });
    }

    /**
     * Waits until all statements have ended.
     *
     * @throws CompletionException if a statement has failed; its cause is the first failure
     */
    @Override
    public void close() {
        window.acquireUninterruptibly(IN_FLIGHT);
        window.release(IN_FLIGHT);
        if (failure.get() != null) throw new CompletionException("cannot write", failure.get());
    }
}
