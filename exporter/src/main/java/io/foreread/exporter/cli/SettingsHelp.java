package io.foreread.exporter.cli;

import io.foreread.exporter.config.Setting;
import io.foreread.exporter.config.SettingRow;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Adds the settings to the text of {@code --help}. */
public final class SettingsHelp {
    private static final String INDENT = "      ";

    private SettingsHelp() {}

    /**
     * @param heading the line above the settings
     * @return the same command line
     */
    public static CommandLine addTo(CommandLine command, String heading, List<Setting<?>> settings) {
        // The footer of the annotation is not used, because picocli interprets percent signs and @ in it.
        command.getHelpSectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_FOOTER,
                        help -> text(
                                heading,
                                settings,
                                help.commandSpec().usageMessage().width()));
        CommandLine.IParameterExceptionHandler usual = command.getParameterExceptionHandler();
        command.setParameterExceptionHandler((mistake, arguments) -> {
            // After an error message, the list of settings would scroll the message off the screen.
            command.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_FOOTER);
            return usual.handleParseException(mistake, arguments);
        });
        return command;
    }

    private static String text(String heading, List<Setting<?>> settings, int width) {
        StringBuilder text = new StringBuilder(String.format("%n%s%n", heading));
        for (SettingRow row : SettingRow.of(settings)) {
            Setting<?> setting = row.first();
            String defaultText = setting.defaultText() == null ? "none" : setting.defaultText();
            wrap(text, "  ", String.join(", ", row.keys()), width);
            wrap(text, INDENT, "Default: " + defaultText + " (" + setting.allowed() + ")", width);
            wrap(text, INDENT, setting.help(), width);
        }
        return text.toString();
    }

    private static void wrap(StringBuilder text, String indent, String words, int width) {
        int column = 0;
        for (String word : words.split(" ")) {
            if (column > 0 && column + 1 + word.length() > width) {
                text.append(System.lineSeparator());
                column = 0;
            }
            text.append(column == 0 ? indent : " ").append(word);
            column += (column == 0 ? indent.length() : 1) + word.length();
        }
        text.append(System.lineSeparator());
    }
}
