package io.foreread.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DataPathClassesTest {
    private static final String ADVICE = "io.foreread.agent.advice";
    private static final String DISPATCH = "io.foreread.agent.resident.dispatch";

    /**
     * Advice itself is copied into Cassandra's classes and never loaded. Woven code reaches the implementations of the
     * dispatchers' interfaces too.
     */
    @Test
    void everyClassThatWovenCodeReachesIsLoadedAtTheStart() {
        Deque<JavaClass> unread = new ArrayDeque<>();
        ClassFileImporter ours = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS);
        for (JavaClass one : ours.importPackages("io.foreread"))
            if (one.getPackageName().equals(ADVICE) || implementsInterfaceOf(DISPATCH, one)) unread.add(one);
        assertThat(unread).isNotEmpty();
        Set<String> reached = new TreeSet<>();
        for (JavaClass one : unread) if (!one.getPackageName().equals(ADVICE)) reached.add(one.getName());
        while (!unread.isEmpty())
            for (Dependency dependency : unread.remove().getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (!target.getName().startsWith("io.foreread.")
                        || target.getPackageName().equals(ADVICE)) continue;
                if (reached.add(target.getName())) unread.add(target);
            }
        assertThat(reached)
                .contains(DISPATCH + ".ScanDispatch", "io.foreread.agent.reader.ReadAheadRebufferer")
                .allMatch(name -> DataPathClasses.isOnDataPath(name.replace('.', '/') + ".class"));
    }

    /** Loading all classes of the jar would delay the start of the node. */
    @Test
    void classesThatNoScanReachesAreNotLoadedAtTheStart() {
        assertThat(DataPathClasses.isOnDataPath("io/foreread/exporter/http/HttpEndpoint.class"))
                .isFalse();
        assertThat(DataPathClasses.isOnDataPath("org/yaml/snakeyaml/Yaml.class"))
                .isFalse();
    }

    private static boolean implementsInterfaceOf(String packageName, JavaClass type) {
        return type.getAllRawInterfaces().stream()
                .anyMatch(one -> one.getPackageName().equals(packageName));
    }
}
