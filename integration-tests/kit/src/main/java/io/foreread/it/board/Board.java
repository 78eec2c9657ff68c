package io.foreread.it.board;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.foreread.it.fixture.GrafanaDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A dashboard as Grafana imports it.
 *
 * @param panels the panels, including those of collapsed rows, without the rows
 * @param annotations queries whose results Grafana marks on the time axis
 */
public record Board(String file, List<Variable> variables, List<Panel> panels, List<Query> annotations) {
    private static final String EMPTY = "**Empty:**";

    /**
     * A variable of a dashboard.
     *
     * @param query the query for its values; the value itself for a constant or a text box
     * @param regex a regular expression whose first group is the part of each value that is used; if empty, the whole
     *     value is used
     * @param includesAll whether the variable has the option All, which is then its default
     * @param allValue the text that replaces the variable in queries if All is selected; if empty, every value is used
     */
    public record Variable(
            String name,
            String type,
            String query,
            String regex,
            String current,
            boolean includesAll,
            String allValue) {
        /** Applies the regular expression as Grafana does: removes values that do not match, and duplicates. */
        public List<String> shown(List<String> found) {
            if (regex.isEmpty()) return found;
            // Grafana writes the expression between slashes.
            Pattern pattern = Pattern.compile(regex.substring(1, regex.length() - 1));
            return found.stream()
                    .map(pattern::matcher)
                    .filter(Matcher::find)
                    .map(match -> match.group(1))
                    .distinct()
                    .toList();
        }
    }

    public record Panel(String description, List<Query> queries) {
        /** Whether the description explains why the panel may have no data: a release, a setting or a rare event. */
        public boolean saysWhenEmpty() {
            return description.contains(EMPTY);
        }
    }

    /**
     * @param where the file, the title of the panel or annotation, and the letter of the query
     * @param instant whether the query is evaluated once, at the end of the time range
     */
    public record Query(String where, String expression, boolean instant) {}

    public static List<Board> all() {
        try (Stream<Path> files = Files.list(GrafanaDirectory.locate().resolve("dashboards"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(Board::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Board read(Path path) {
        String file = path.getFileName().toString();
        JsonNode json;
        try {
            json = new ObjectMapper().readTree(path.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Variable> variables = new ArrayList<>();
        for (JsonNode one : json.at("/templating/list")) variables.add(variable(one));
        List<Panel> panels = new ArrayList<>();
        addPanels(file, json.path("panels"), panels);
        List<Query> annotations = new ArrayList<>();
        for (JsonNode one : json.at("/annotations/list"))
            if (one.has("expr"))
                annotations.add(new Query(file + ", " + one.path("name").asText(), expression(one), false));
        return new Board(file, variables, panels, annotations);
    }

    private static Variable variable(JsonNode json) {
        JsonNode query = json.path("query");
        return new Variable(
                json.path("name").asText(),
                json.path("type").asText(),
                query.isObject() ? query.path("query").asText() : query.asText(),
                json.path("regex").asText(),
                json.at("/current/value").asText(),
                json.path("includeAll").asBoolean(),
                json.path("allValue").asText());
    }

    private static void addPanels(String file, JsonNode panels, List<Panel> all) {
        for (JsonNode panel : panels) {
            addPanels(file, panel.path("panels"), all);
            if (panel.path("type").asText().equals("row")) continue;
            String title = panel.path("title").asText();
            List<Query> queries = new ArrayList<>();
            for (JsonNode target : panel.path("targets"))
                queries.add(new Query(
                        file + ", " + title + ", " + target.path("refId").asText(),
                        expression(target),
                        target.path("instant").asBoolean()));
            all.add(new Panel(panel.path("description").asText(), queries));
        }
    }

    private static String expression(JsonNode target) {
        return target.path("expr").asText();
    }

    @Override
    public String toString() {
        return file;
    }
}
