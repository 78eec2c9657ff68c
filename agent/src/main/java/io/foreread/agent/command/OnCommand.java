package io.foreread.agent.command;

import picocli.CommandLine.Command;

/** Switches read-ahead on. */
@Command(
        name = "on",
        description = "Switches read-ahead on in a running node, for scans that are opened later. After a restart the"
                + " configuration applies again.")
final class OnCommand extends SwitchCommand {
    OnCommand(Console console) {
        super(console, true);
    }
}
