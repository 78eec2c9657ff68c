package io.foreread.it.abuse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Clients of one kind of abuse. Each repeats its action on its own thread until {@link #close}. Thread-safe. */
public final class Abusers implements AutoCloseable {
    /** A small stack is sufficient, because the threads mostly wait for the endpoint. */
    private static final long STACK_BYTES = 256 << 10;

    private final Abuse abuse;
    private final Answers answers = new Answers();
    private final LongAdder actions = new LongAdder();
    private final List<Client> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    Abusers(Abuse abuse, AbusedEndpoint target) {
        this.abuse = abuse;
        for (int i = 0; i < abuse.clients(); i++) {
            Client client = new Client(target, answers, i);
            clients.add(client);
            threads.add(new Thread(null, () -> run(client), "abuse-" + i, STACK_BYTES));
        }
        for (Thread thread : threads) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run(Client client) {
        while (!stopped) {
            try {
                abuse.by(client);
            } catch (IOException cutOff) {
                // The endpoint is expected to close the connections of abusive clients.
            } catch (InterruptedException e) {
                return;
            } finally {
                client.hangUp();
                actions.increment();
            }
            try {
                // This pause sets the rate of the requests. It does not wait for a condition.
                Thread.sleep(abuse.restMillis());
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** The number of actions of all clients that have ended with a response, a closed connection or a timeout. */
    public long actions() {
        return actions.sum();
    }

    /**
     * The number of connected clients. The endpoint has accepted them, or they are in the listen backlog of the kernel.
     */
    public long connected() {
        return clients.stream().filter(Client::isConnected).count();
    }

    public Answers answers() {
        return answers;
    }

    @Override
    public void close() {
        stopped = true;
        for (Thread thread : threads) thread.interrupt();
        for (Client client : clients) client.leave();
        try {
            for (Thread thread : threads) thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
