package io.foreread.agent.command.check;

import io.foreread.agent.control.ReadAheadMXBean;
import io.foreread.exporter.config.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Determines whether the port of the endpoint is free. */
final class PortCheck implements Check {
    private static final String NAME = "port";

    @Override
    public Finding of(CheckedNode node) {
        HostPort listen = node.agent().listen();
        if (listen == null) return new Finding(NAME, "off", Verdict.OK, "The agent opens no endpoint.");
        String value = listen.toString();
        if (node.live(ReadAheadMXBean.NAME, "Enabled") != null)
            return new Finding(NAME, value, Verdict.OK, "The agent runs in this node already.");
        try {
            new ServerSocket(listen.port(), 1, InetAddress.getByName(listen.host())).close();
            return new Finding(NAME, value, Verdict.OK, "The port is free.");
        } catch (IOException e) {
            return new Finding(
                    NAME,
                    value,
                    Verdict.PROBLEM,
                    "The endpoint cannot be opened: " + e.getMessage() + ". Set listen to a free port.");
        }
    }
}
