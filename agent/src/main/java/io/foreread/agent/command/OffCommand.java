package io.foreread.agent.command;

import picocli.CommandLine.Command;

/** Switches read-ahead off. */
@Command(
        name = "off",
        description = "Switches read-ahead off in a running node: scans that are opened later use Cassandra's reader."
                + " After a restart the configuration applies again.")
final class OffCommand extends SwitchCommand {
    OffCommand(Console console) {
        super(console, false);
    }
}
