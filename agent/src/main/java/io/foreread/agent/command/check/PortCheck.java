package io.foreread.agent.command.check;

import io.foreread.agent.control.ReadAheadMXBean;
import io.foreread.exporter.config.HostPort;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.regex.Pattern;

/** Determines whether the port of the endpoint is free. */
final class PortCheck implements Check {
    private static final String NAME = "port";
    /** The message of EADDRINUSE. Other causes of a BindException, such as an address of another host, differ. */
    private static final Pattern IN_USE = Pattern.compile("already in use", Pattern.CASE_INSENSITIVE);

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
        } catch (BindException e) {
            if (!connected && IN_USE.matcher(String.valueOf(e.getMessage())).find())
                return new Finding(
                        NAME,
                        value,
                        Verdict.OK,
                        "The port is in use, perhaps by the agent of this node. If it is not, set listen to a free port.");
            return problem(value, e);
        } catch (IOException e) {
            return problem(value, e);
        }
    }

    private static Finding problem(String value, IOException e) {
        return new Finding(
                NAME,
                value,
                Verdict.PROBLEM,
                "The endpoint cannot be opened: " + e.getMessage()
                        + ". Set listen to an address of this host with a free" + " port.");
    }
}
