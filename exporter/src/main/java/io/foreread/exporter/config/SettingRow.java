package io.foreread.exporter.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Groups settings that differ in their key only, so that documentation describes them once. Immutable. */
public final class SettingRow {
    private final List<Setting<?>> settings = new ArrayList<>();

    private SettingRow() {}

    /** Returns the rows in the order of the first setting of each. */
    public static List<SettingRow> of(List<Setting<?>> settings) {
        Map<String, SettingRow> rows = new LinkedHashMap<>();
        for (Setting<?> setting : settings) {
            String described = setting.defaultText() + '\n' + setting.allowed() + '\n' + setting.help();
            rows.computeIfAbsent(described, same -> new SettingRow()).settings.add(setting);
        }
        return new ArrayList<>(rows.values());
    }

    public Setting<?> first() {
        return settings.get(0);
    }

    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (Setting<?> setting : settings) keys.add(setting.key());
        return keys;
    }
}
