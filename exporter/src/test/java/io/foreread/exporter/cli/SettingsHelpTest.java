package io.foreread.exporter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.SettingList;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SettingsHelpTest {
    @CommandLine.Command(name = "kit", usageHelpWidth = 60)
    private static final class Kit {}

    @Test
    void helpDescribesEachSettingAndGroupsThoseThatDifferInTheirKey() {
        SettingList list = new SettingList("");
        list.declare("size", "1MiB", String::trim, "1MiB to 4MiB", "Size of a read. A larger one needs `more` memory.");
        list.declareFile("password", "/etc/kit", "File with the password.");
        list.declareBoolean("one", true, "Whether it is on.");
        list.declareBoolean("two", true, "Whether it is on.");
        String help = SettingsHelp.addTo(new CommandLine(new Kit()), "Settings:", list.all())
                .getUsageMessage();
        assertThat(help)
                .isEqualToNormalizingNewlines(
                        """
                        Usage: kit

                        Settings:
                          size
                              Default: 1MiB (1MiB to 4MiB)
                              Size of a read. A larger one needs more memory.
                          password
                              Default: none (path of a file)
                              File with the password.
                          one, two
                              Default: true (true or false)
                              Whether it is on.
                        """);
    }
}
