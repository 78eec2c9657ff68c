package io.foreread.agent.config;

import io.foreread.exporter.config.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes settings as a YAML file: each with its help and its default, or with an example behind a comment mark. */
final class SettingsYaml {
    private static final int WIDTH = 110;

    /** Maps each comment to the first key that has this comment. */
    private final Map<String, String> described = new HashMap<>();

    private SettingsYaml() {}

    static String of(List<Setting<?>> settings) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (Setting<?> setting : settings) put(tree, setting);
        return String.join("\n", new SettingsYaml().lines(tree, WIDTH, false)) + "\n";
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> tree, Setting<?> setting) {
        String[] names = setting.key().split("\\.");
        int last = setting.isFamily() ? names.length - 2 : names.length - 1;
        Map<String, Object> map = tree;
        for (int i = 0; i < last; i++)
            map = (Map<String, Object>) map.computeIfAbsent(names[i], name -> new LinkedHashMap<>());
        map.put(names[last], setting);
    }

    /** @param commented whether the whole enclosing section gets comment marks */
    private List<String> lines(Map<String, Object> map, int width, boolean commented) {
        List<String> lines = new ArrayList<>();
        map.forEach((name, value) -> {
            List<String> entry = value instanceof Setting<?> setting
                    ? setting(name, setting, width, commented)
                    : section(name, value, width, commented);
            if (!lines.isEmpty() && !entry.get(0).startsWith("# Same as ")) lines.add("");
            lines.addAll(entry);
        });
        return lines;
    }

    private List<String> section(String name, Object value, int width, boolean commented) {
        @SuppressWarnings("unchecked")
        Map<String, Object> map = (Map<String, Object>) value;
        boolean mark = !commented && !hasDefault(map);
        List<String> lines = new ArrayList<>(List.of(name + ":"));
        for (String line : lines(map, width - (mark ? 4 : 2), commented || mark))
            lines.add(line.isEmpty() ? "" : "  " + line);
        if (mark) lines.replaceAll(line -> line.isEmpty() ? "#" : "# " + line);
        return lines;
    }

    private static boolean hasDefault(Map<?, ?> map) {
        return map.values().stream()
                .anyMatch(value -> value instanceof Setting<?> setting
                        ? setting.defaultText() != null
                        : hasDefault((Map<?, ?>) value));
    }

    private List<String> setting(String name, Setting<?> setting, int width, boolean commented) {
        String comment = setting.help() + " Allowed: " + setting.allowed() + ".";
        String first = described.putIfAbsent(comment, setting.key());
        List<String> lines = wrapped(first == null ? comment : "Same as " + first + ".", width);
        if (setting.isFamily()) lines.add(name + ": {}");
        else if (setting.defaultText() != null) lines.add(name + ": " + setting.defaultText());
        else lines.add((commented ? "" : "# ") + name + ": " + setting.example());
        return lines;
    }

    private static List<String> wrapped(String comment, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder("#");
        for (String word : comment.split(" ")) {
            if (line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder("#");
            }
            line.append(' ').append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
