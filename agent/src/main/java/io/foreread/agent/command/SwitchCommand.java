package io.foreread.agent.command;

import io.foreread.agent.command.node.NodeAccessException;
import io.foreread.agent.command.node.NodeConnection;
import io.foreread.agent.command.node.RunningAgent;
import io.foreread.agent.control.ReadAheadMXBean;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** Switches read-ahead in a running node. */
abstract class SwitchCommand implements Callable<Integer> {
    private final Console console;
    private final boolean on;

    @Mixin
    private final NodeOptions node = new NodeOptions();

    SwitchCommand(Console console, boolean on) {
        this.console = console;
        this.on = on;
    }

    @Override
    public final Integer call() throws NodeAccessException {
        try (NodeConnection connection = node.connect(console)) {
            RunningAgent agent = RunningAgent.in(connection);
            if (agent == null) {
                console.say(RunningAgent.absence(RunningAgent.state(connection)));
                return ExitCode.NO.number();
            }
            boolean before = agent.call(ReadAheadMXBean::isEnabled);
            agent.call(bean -> {
                bean.setEnabled(on);
                return on;
            });
            String state = on ? "on, mode " + agent.call(ReadAheadMXBean::getMode) : "off";
            console.print("Read-ahead in " + connection + " " + (before == on ? "was already " : "is ") + state + "."
                    + (before == on ? "" : " This applies to new scans, until the node restarts."));
            return ExitCode.YES.number();
        }
    }
}
