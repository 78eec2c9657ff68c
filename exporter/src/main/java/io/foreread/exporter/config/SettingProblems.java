package io.foreread.exporter.config;

import java.util.List;

/** Receives the problems found when settings are read. */
public interface SettingProblems {
    void unknownKey(String key, String value);

    /** @param allowed says which values are allowed */
    void wrongValue(String key, String value, String allowed);

    /**
     * Adds a line for each problem, which says that the default is used.
     *
     * @param keys the allowed keys
     */
    static SettingProblems ignored(List<String> problems, String keys) {
        return new SettingProblems() {
            @Override
            public void unknownKey(String key, String value) {
                problems.add("unknown key '" + key + "' (value '" + value + "') is ignored; allowed are " + keys);
            }

            @Override
            public void wrongValue(String key, String value, String allowed) {
                problems.add(key + ": '" + value + "' is not allowed; " + allowed + "; the default is used");
            }
        };
    }

    /**
     * Adds a line for each problem, for a program that does not start with invalid settings.
     *
     * @param keys the allowed keys
     */
    static SettingProblems refused(List<String> problems, String keys) {
        return new SettingProblems() {
            @Override
            public void unknownKey(String key, String value) {
                wrongValue(key, value, "this key is unknown, allowed are " + keys);
            }

            @Override
            public void wrongValue(String key, String value, String allowed) {
                problems.add(key + ": '" + value + "' is not allowed; " + allowed);
            }
        };
    }
}
