package io.foreread.agent.command.check;

import io.foreread.agent.control.ReadAheadMXBean;
import io.foreread.exporter.config.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Determines whether the port of the endpoint is free. */
final class PortCheck implements Check {
    private static final String NAME = "port";
    private static final int CONNECT_MILLIS = 1_000;

    @Override
    public Finding of(CheckedNode node) {
        HostPort listen = node.agent().listen();
        if (listen == null) return new Finding(NAME, "off", Verdict.OK, "The agent opens no endpoint.");
        String value = listen.toString();
        if (node.live(ReadAheadMXBean.NAME, "Enabled") != null)
            return new Finding(NAME, value, Verdict.OK, "The agent runs in this node already.");
        return of(listen, node.isConnected());
    }

    /** @param connected whether it is known that the agent is not in the node */
    static Finding of(HostPort listen, boolean connected) {
        String value = listen.toString();
        try {
            new ServerSocket(listen.port(), 1, InetAddress.getByName(listen.host())).close();
            return new Finding(NAME, value, Verdict.OK, "The port is free.");
        } catch (IOException e) {
            if (connected || !isOpen(listen)) return problem(value, e);
            return new Finding(
                    NAME,
                    value,
                    Verdict.OK,
                    "The port is in use, perhaps by the agent of this node. If it is not, set listen to a free port.");
        }
    }

    private static boolean isOpen(HostPort listen) {
        try (Socket socket = new Socket()) {
            InetAddress address = InetAddress.getByName(listen.host());
            InetAddress reachable = address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
            socket.connect(new InetSocketAddress(reachable, listen.port()), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Finding problem(String value, IOException e) {
        return new Finding(
                NAME,
                value,
                Verdict.PROBLEM,
                "The endpoint cannot be opened: " + e.getMessage() + ". Set listen to a free port of this host.");
    }
}
