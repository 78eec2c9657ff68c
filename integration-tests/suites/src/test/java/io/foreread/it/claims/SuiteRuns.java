package io.foreread.it.claims;

import io.foreread.it.fixture.CassandraRelease;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Finds the releases on which a test runs. These are the values of the {@link MethodSource} or {@link ValueSource} of the
 * suite or the test. A suite without such values has the releases of its static fields, or the newest releases of the
 * lines that the source of the test names.
 */
final class SuiteRuns {
    private static final Pattern LINE = Pattern.compile("\"(\\d+\\.\\d+)\"");

    private final Class<?> suite;
    private final String source;

    SuiteRuns(Class<?> suite, String source) {
        this.suite = suite;
        this.source = source;
    }

    /** The parameters with which the test runs, each as JUnit shows it. They begin with the release. */
    List<String> of(String test) throws ReflectiveOperationException {
        List<Object> values = values(suite);
        if (values.isEmpty()) values = values(method(test));
        if (values.isEmpty()) values = fields();
        if (values.isEmpty()) values = namedLines(test);
        return values.stream().map(SuiteRuns::text).toList();
    }

    /** Whether one of the parameters is this release, or begins with it. */
    static boolean contains(List<String> parameters, String run) {
        return parameters.stream()
                .anyMatch(text -> text.equals(run) || text.startsWith(run + " ") || text.startsWith(run + ","));
    }

    private List<Object> values(AnnotatedElement element) throws ReflectiveOperationException {
        List<Object> values = new ArrayList<>();
        MethodSource provider = element.getAnnotation(MethodSource.class);
        if (provider != null) for (String name : provider.value()) values.addAll(provided(name));
        ValueSource lines = element.getAnnotation(ValueSource.class);
        if (lines != null)
            Arrays.stream(lines.strings()).map(CassandraRelease::newestOf).forEach(values::add);
        return values;
    }

    /** @param name the name of a static method of the suite, or that of a class and a static method of it */
    private Collection<?> provided(String name) throws ReflectiveOperationException {
        int end = name.indexOf('#');
        Class<?> type = end < 0 ? suite : Class.forName(name.substring(0, end));
        Method provider = type.getDeclaredMethod(name.substring(end + 1));
        provider.setAccessible(true);
        Object provided = provider.invoke(null);
        return provided instanceof Stream<?> stream ? stream.toList() : (Collection<?>) provided;
    }

    private Method method(String name) {
        return Arrays.stream(suite.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(suite + " has no method " + name));
    }

    private List<Object> fields() throws ReflectiveOperationException {
        List<Object> values = new ArrayList<>();
        for (Field field : suite.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) || !Modifier.isFinal(field.getModifiers())) continue;
            field.setAccessible(true);
            Object value = field.get(null);
            if (value instanceof CassandraRelease) values.add(value);
            if (value instanceof List<?> list) values.addAll(list);
        }
        return values;
    }

    private List<Object> namedLines(String test) {
        Matcher body = Pattern.compile(" " + test + "\\((.*?)^    }$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(source);
        if (!body.find()) return List.of();
        return LINE.matcher(body.group(1))
                .results()
                .<Object>map(line -> CassandraRelease.newestOf(line.group(1)))
                .toList();
    }

    private static String text(Object value) {
        if (value instanceof Arguments arguments) return text(arguments.get()[0]);
        // The text of a record that does not override toString begins with the names of the record and of its
        // component.
        return value.toString().replaceFirst("^\\w+\\[release=", "");
    }
}
