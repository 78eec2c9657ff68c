package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.abuse.AbusedEndpoint;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeJmx;
import java.io.IOException;
import java.lang.management.ThreadInfo;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The resources of a node that its endpoint uses.
 *
 * @param sockets the number of open sockets of the process
 * @param descriptors the number of open file descriptors of the process
 * @param threads the names of the agent's threads
 * @param room how many more connections the endpoint accepts before it rejects one
 */
record EndpointResources(long sockets, long descriptors, List<String> threads, int room) {
    private static final ObjectName THREADS = NodeJmx.name("java.lang:type=Threading");

    /** The connection limit of the endpoint. It exceeds the number of connections of any abuse. */
    static final int MAX_CONNECTIONS = 1200;

    private static final int TRIED_CONNECTIONS = MAX_CONNECTIONS + 100;

    /**
     * The tolerated difference of open sockets, because the queries and the scraper of this test can open or close a few
     * connections. A leak would be one connection for each abusive client.
     */
    private static final int SOME_SOCKETS = 4;

    /**
     * The tolerated difference of open descriptors, because Cassandra opens and closes sstables and commit log segments
     * during the test.
     */
    private static final int SOME_FILES = 40;

    /**
     * The tolerated difference of threads, because a thread ends only after five idle seconds, and there is a scrape
     * every second.
     */
    private static final int SOME_THREADS = 5;

    static EndpointResources by(ChildJvmNode node, AbusedEndpoint target) {
        return new EndpointResources(
                OpenFiles.sockets(node.pid()), OpenFiles.count(node.pid()), threads(node), room(target));
    }

    /**
     * Checks that the node now uses no more resources than this record contains, and that the endpoint accepts no fewer
     * connections.
     */
    void assertNotExceededBy(ChildJvmNode node, AbusedEndpoint target) {
        assertThat(OpenFiles.sockets(node.pid())).isLessThanOrEqualTo(sockets + SOME_SOCKETS);
        assertThat(OpenFiles.count(node.pid())).isLessThanOrEqualTo(descriptors + SOME_FILES);
        assertThat(threads(node)).hasSizeLessThanOrEqualTo(threads.size() + SOME_THREADS);
        assertThat(room(target)).isGreaterThanOrEqualTo(room - SOME_SOCKETS);
    }

    private static List<String> threads(ChildJvmNode node) {
        try {
            long[] ids = node.jmx().getAttribute(THREADS, "AllThreadIds");
            CompositeData[] infos = (CompositeData[])
                    node.jmx().server().invoke(THREADS, "getThreadInfo", new Object[] {ids}, new String[] {"[J"});
            return Arrays.stream(infos)
                    .filter(Objects::nonNull)
                    .map(info -> ThreadInfo.from(info).getThreadName())
                    .filter(name -> name.startsWith("foreread-"))
                    .sorted()
                    .toList();
        } catch (javax.management.JMException | IOException e) {
            throw new IllegalStateException("the threads of the node cannot be read", e);
        }
    }

    private static int room(AbusedEndpoint target) {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < TRIED_CONNECTIONS; i++) {
                Socket socket = new Socket();
                sockets.add(socket);
                socket.setSoLinger(true, 0);
                socket.setSoTimeout(1);
                socket.connect(new InetSocketAddress(target.host(), target.port()), 10_000);
            }
            // There is no condition to wait for: an endpoint that has room for all connections closes none of them.
            Thread.sleep(1000);
            int open = 0;
            for (Socket socket : sockets) if (isOpen(socket)) open++;
            return open;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            sockets.forEach(EndpointResources::close);
        }
    }

    private static boolean isOpen(Socket socket) {
        try {
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The connection is closed nevertheless.
        }
    }
}
