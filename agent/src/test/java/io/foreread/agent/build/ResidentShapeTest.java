package io.foreread.agent.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.resident.Resident;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.cassandra.io.sstable.format.DataFile;
import org.apache.cassandra.io.util.ScanReader;
import org.junit.jupiter.api.Test;

/**
 * Checks that the version of the resident classes increases when their members change. A JVM keeps the resident classes of the
 * jar that was loaded first, and another jar runs with them only if the version is the same.
 */
class ResidentShapeTest {
    private static final Path SHAPE = Path.of("src/test/resources/resident-shape.txt");
    private static final Path CLASSES = Path.of("target/classes");
    private static final List<String> PACKAGES =
            List.of("io/foreread/agent/resident", "io/foreread/agent/resident/dispatch");

    @Test
    void changedMembersHaveANewVersion() throws Exception {
        Set<String> members = new TreeSet<>();
        for (String name : PACKAGES) {
            try (Stream<Path> files = Files.list(CLASSES.resolve(name))) {
                for (Path file : (Iterable<Path>) files::iterator) addMembers(file, members);
            }
        }
        addMembers(ScanReader.class, members);
        addMembers(DataFile.class, members);
        String version = "version " + Resident.VERSION;
        String shape = version + "\n" + String.join("\n", members) + "\n";
        boolean sameVersion = Files.exists(SHAPE) && Files.readString(SHAPE).startsWith(version + "\n");
        if (Boolean.getBoolean("foreread.update") && !sameVersion) Files.writeString(SHAPE, shape);
        assertThat(Files.readString(SHAPE))
                .as("increase Resident.VERSION, and run the test with -Dforeread.update=true")
                .isEqualTo(shape);
    }

    private static void addMembers(Path file, Set<String> members) throws IOException, ClassNotFoundException {
        String name = CLASSES.relativize(file).toString();
        if (!name.endsWith(".class") || name.endsWith("package-info.class")) return;
        addMembers(Class.forName(name.replace('/', '.').replace(".class", "")), members);
    }

    /** Adds what classes of other packages can use. */
    private static void addMembers(Class<?> type, Set<String> members) {
        if (!Modifier.isPublic(type.getModifiers())) return;
        members.add(type.toGenericString());
        for (Field field : type.getDeclaredFields())
            if (Modifier.isPublic(field.getModifiers())) members.add(field.toString());
        for (Constructor<?> constructor : type.getDeclaredConstructors())
            if (Modifier.isPublic(constructor.getModifiers())) members.add(constructor.toString());
        for (Method method : type.getDeclaredMethods())
            if (Modifier.isPublic(method.getModifiers())) members.add(method.toString());
    }
}
