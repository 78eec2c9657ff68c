package io.foreread.it.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.AdviceWeave;
import io.foreread.agent.hook.CallWeave;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.agent.hook.ResultWeave;
import io.foreread.agent.hook.Weave;
import io.foreread.agent.install.Landmark;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinkIT {
    private static final String ADVICE = "io/foreread/agent/advice/";
    /** The oldest release of 3.11. Its hooked classes differ from those of the newest release, and hooks must fit both. */
    private static final CassandraVersion FIRST_3_11 = CassandraVersion.of("3.11.0");

    private static Map<String, byte[]> agent;

    @BeforeAll
    static void readAgent() {
        agent = AgentClasses.read();
    }

    static Stream<CassandraVersion> releases() {
        Stream<CassandraVersion> matrix = CassandraRelease.all().stream().map(CassandraRelease::version);
        return CassandraRelease.all().contains(CassandraRelease.newestOf("3.11"))
                ? Stream.concat(Stream.of(FIRST_3_11), matrix)
                : matrix;
    }

    @Test
    void everyHookHasAnExpectation() {
        assertThat(HookCatalog.hooks()).extracting(Hook::name).containsExactlyInAnyOrderElementsOf(HookFits.hooks());
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyHookAppliesToItsReleasesAndNoOthers(CassandraVersion version) throws Exception {
        try (ReleaseClasses classes = ReleaseClasses.of(version)) {
            Set<String> unexpected = new TreeSet<>();
            for (Hook hook : HookCatalog.hooks()) {
                String missing = missing(hook, classes);
                if ((missing == null) != HookFits.expected(hook.name(), version))
                    unexpected.add(hook.name() + ": " + (missing == null ? "fits" : missing));
            }
            assertThat(unexpected).isEmpty();
        }
    }

    /** An overload that is not woven could contain the code that the hook is for, as ReadCommand.executeLocally in 6.0 does. */
    @ParameterizedTest
    @MethodSource("releases")
    void everyOverloadOfAWovenMethodIsWoven(CassandraVersion version) throws Exception {
        try (ReleaseClasses classes = ReleaseClasses.of(version)) {
            Set<String> missed = new TreeSet<>();
            for (Hook hook : fitting(classes))
                for (Weave weave : hook.weaves())
                    if (weave instanceof AdviceWeave advice)
                        classes.shape(hook.typeName().replace('.', '/')).implemented().stream()
                                .filter(method -> names(advice).contains(nameOf(method)))
                                .filter(method -> !advice.signatures().contains(method))
                                .forEach(method -> missed.add(hook.name() + ": " + method));
            // Merges without a listener are those of reads, and the hook is for compactions.
            missed.remove("unfiltered-row-iterators: merge(Ljava/util/List;I)"
                    + "Lorg/apache/cassandra/db/rows/UnfilteredRowIterator;");
            assertThat(missed).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void noTwoHooksWeaveTheSameMethodExceptOneThatReplacesAndOneThatObserves(CassandraVersion version)
            throws Exception {
        try (ReleaseClasses classes = ReleaseClasses.of(version)) {
            Map<String, List<String>> hooks = new TreeMap<>();
            for (Hook hook : fitting(classes))
                for (Weave weave : hook.weaves())
                    for (String method : methods(weave))
                        hooks.computeIfAbsent(hook.typeName() + " " + method, none -> new ArrayList<>())
                                .add(hook.name());
            hooks.values().removeIf(names -> names.size() == 1);
            // The first hook encloses the second.
            hooks.remove(
                    "org.apache.cassandra.io.compress.CompressedSequentialWriter flushData()V",
                    List.of("chunk-writer", "compressed-writer"));
            assertThat(hooks).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyReferencedMemberExists(CassandraVersion version) throws Exception {
        try (ReleaseClasses classes = ReleaseClasses.of(version)) {
            Set<String> problems = new TreeSet<>();
            int checked = 0;
            for (Map.Entry<String, byte[]> type : agent.entrySet()) {
                if (type.getKey().startsWith(ADVICE)) continue;
                Set<Reference> references = outward(References.of(type.getValue()));
                checked += references.size();
                problems.addAll(problems(references, classes));
                problems.addAll(new Linker(classes).unimplemented(type.getKey()));
            }
            for (Hook hook : fitting(classes)) problems.addAll(problems(adviceReferences(hook), classes));
            assertThat(problems).isEmpty();
            assertThat(checked).as("references to Cassandra and its libraries").isGreaterThan(100);
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyWovenClassVerifiesAndLinks(CassandraVersion version) throws Exception {
        try (ReleaseClasses classes = ReleaseClasses.of(version)) {
            List<Hook> fitting = fitting(classes);
            classes.transformer(transformer(classes));
            Set<String> problems = new TreeSet<>();
            for (Hook hook : fitting) {
                String internalName = hook.typeName().replace('.', '/');
                byte[] woven = classes.transformed(internalName);
                assertThat(woven).as("%s woven", hook.name()).isNotNull();
                Set<Reference> added = References.of(woven);
                added.removeAll(References.of(classes.bytes(internalName)));
                assertThat(added)
                        .as("references that the hook %s adds", hook.name())
                        .isNotEmpty();
                problems.addAll(problems(added, classes));
                // Reading the members links the class, and linking verifies it. Static initializers do not run.
                assertThat(Class.forName(hook.typeName(), false, classes).getDeclaredConstructors())
                        .isNotNull();
            }
            assertThat(problems).isEmpty();
        }
    }

    /** The agent would leave sstables to Cassandra if one of these classes had another field. */
    @ParameterizedTest
    @MethodSource("releases")
    void theReadersOfFilesHaveTheKnownFields(CassandraVersion version) throws Exception {
        try (ReleaseClasses classes = ReleaseClasses.of(version)) {
            for (String name : List.of("PlainAccess", "CompressedAccess")) {
                Class<?> access = classes.loadClass("io.foreread.agent.reader.shape." + name);
                Field known = access.getDeclaredField("known");
                known.setAccessible(true);
                for (Object constant : access.getEnumConstants())
                    assertThat(known.getBoolean(constant))
                            .as("%s.%s", name, constant)
                            .isTrue();
            }
        }
    }

    private static List<String> methods(Weave weave) {
        if (weave instanceof CallWeave call) return List.of(call.methodName());
        if (weave instanceof ResultWeave result) return List.of(result.enclosingName() + result.enclosingDescriptor());
        return weave instanceof AdviceWeave advice ? advice.signatures() : List.of();
    }

    private static Set<String> names(AdviceWeave advice) {
        return advice.signatures().stream().map(LinkIT::nameOf).collect(Collectors.toSet());
    }

    private static String nameOf(String signature) {
        return signature.substring(0, signature.indexOf('('));
    }

    private static List<Hook> fitting(ReleaseClasses classes) {
        return HookCatalog.hooks().stream()
                .filter(hook -> missing(hook, classes) == null)
                .toList();
    }

    private static String missing(Hook hook, ReleaseClasses classes) {
        byte[] bytes = classes.bytes(hook.typeName().replace('.', '/'));
        try {
            return bytes == null
                    ? "no such class"
                    : Landmark.missing(hook, bytes, type -> classes.bytes(type.replace('.', '/')));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The references of a hook's advice, as references from the hooked class. The code of an advice is copied into the
     * hooked class, which must be able to access the referenced members.
     */
    private static Set<Reference> adviceReferences(Hook hook) {
        String type = hook.typeName().replace('.', '/');
        return hook.weaves().stream()
                .filter(AdviceWeave.class::isInstance)
                .map(weave -> ((AdviceWeave) weave).adviceName().replace('.', '/'))
                .flatMap(advice -> outward(References.of(agent.get(advice))).stream())
                .map(reference -> reference.madeBy(type))
                .collect(Collectors.toSet());
    }

    /** References to members that a release must have. */
    private static Set<Reference> outward(Collection<Reference> references) {
        List<String> theirs =
                List.of("org/apache/cassandra/", "com/google/common/", "com/codahale/metrics/", "org/slf4j/");
        return references.stream()
                .filter(reference -> theirs.stream().anyMatch(reference.owner()::startsWith))
                .filter(reference -> !agent.containsKey(reference.owner()))
                .collect(Collectors.toSet());
    }

    private static List<String> problems(Collection<Reference> references, ReleaseClasses classes) {
        Linker linker = new Linker(classes);
        return references.stream().map(linker::problem).filter(Objects::nonNull).toList();
    }

    /** Runs the agent's installer with the classes of the release, and returns the transformer that it registers. */
    private static ClassFileTransformer transformer(ReleaseClasses classes) throws ReflectiveOperationException {
        ClassFileTransformer[] registered = new ClassFileTransformer[1];
        Class<?>[] instrumentation = {Instrumentation.class};
        Object observer =
                Proxy.newProxyInstance(LinkIT.class.getClassLoader(), instrumentation, (proxy, method, arguments) -> {
                    if (method.getName().equals("addTransformer")) registered[0] = (ClassFileTransformer) arguments[0];
                    return method.getName().equals("getAllLoadedClasses") ? new Class<?>[0] : null;
                });
        Class<?> recorder = classes.loadClass("io.foreread.exporter.recorder.HookRecorder");
        Class<?> installer = classes.loadClass("io.foreread.agent.install.HookInstaller");
        Object hooks = classes.loadClass(HookCatalog.class.getName())
                .getMethod("hooks")
                .invoke(null);
        Object created = installer
                .getConstructor(ClassLoader.class, recorder)
                .newInstance(classes, recorder.getConstructor().newInstance());
        Function<Object, String> noExclusion = hook -> null;
        installer
                .getMethod("install", List.class, Function.class, Instrumentation.class)
                .invoke(created, hooks, noExclusion, observer);
        return registered[0];
    }
}
