package io.foreread.agent.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.install.HookInstaller;
import io.foreread.agent.resident.dispatch.CompactionDispatch;
import io.foreread.agent.resident.dispatch.ScanDispatch;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.recorder.HookStatus;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compares the hooks with Cassandra 3.11, which is on the class path of the unit tests. LinkIT does so for each release. */
class HookCatalogTest {
    private static final String LINE = "3.11";

    /** Each hook declared again, because the catalog declares its hooks once per JVM. */
    private final List<Hook> hooks = new ArrayList<>();

    private final HookRecorder recorder = new HookRecorder();
    private final HookInstaller installer = new HookInstaller(getClass().getClassLoader(), recorder);

    @BeforeEach
    void declare() throws ReflectiveOperationException {
        for (Hook hook : HookCatalog.hooks())
            hooks.add(hook.getClass().getConstructor().newInstance());
    }

    private static boolean isForLine(Hook hook) {
        return hook.lines().equals("all")
                || Arrays.asList(hook.lines().split(", ")).contains(LINE);
    }

    @Test
    void everyHookHasANameOfItsOwn() {
        assertThat(HookCatalog.names())
                .hasSameSizeAs(hooks)
                .containsExactlyInAnyOrderElementsOf(
                        hooks.stream().map(Hook::name).toList());
    }

    /** Their code is known because they replace what Cassandra writes, which only compress-ahead does. */
    @Test
    void hooksThatDependOnKnownCodeAreThoseOfCompressAhead() {
        assertThat(hooks)
                .filteredOn(HookCatalog::isOfCompressAhead)
                .hasSize(5)
                .containsAll(hooks.stream()
                        .filter(hook -> hook.weaves().stream().anyMatch(KnownClass.class::isInstance))
                        .toList());
    }

    @Test
    void aHookFitsExactlyItsLines() throws IOException {
        assertThat(hooks).filteredOn(HookCatalogTest::isForLine).hasSizeGreaterThan(5);
        assertThat(installer.fitting(hooks))
                .containsExactlyElementsOf(
                        hooks.stream().filter(HookCatalogTest::isForLine).toList());
    }

    @Test
    void scansOfCompactionsAreOpenedByCallsOfTheScanner() throws IOException {
        List<CallWeave> openings = HookCatalog.scanOpenings(installer.fitting(hooks));
        assertThat(openings).singleElement().satisfies(opening -> {
            assertThat(opening.methodName()).isEqualTo("openDataReader");
            assertThat(opening.opensData()).isTrue();
            assertThat(opening.opensNative()).isFalse();
        });
        assertThat(HookCatalog.scanOpenings(List.of(new ScrubberHook(), new BigIndexHook())))
                .isEmpty();
        assertThat(HookCatalog.scanOpenings(List.of(new NativeScannerHook())))
                .singleElement()
                .satisfies(opening -> {
                    assertThat(opening.opensData()).isTrue();
                    assertThat(opening.opensNative()).isTrue();
                });
    }

    @Test
    void everyReplacementIsAMethodOfItsDispatcher() {
        List<String> present = new ArrayList<>();
        for (Class<?> dispatcher : List.of(ScanDispatch.class, CompactionDispatch.class))
            for (Method method : dispatcher.getMethods())
                present.add(
                        Type.getInternalName(dispatcher) + "." + method.getName() + Type.getMethodDescriptor(method));
        List<String> replacements = new ArrayList<>();
        for (Hook hook : hooks)
            for (Weave weave : hook.weaves()) {
                if (weave instanceof CallWeave call)
                    for (String descriptor : call.descriptors())
                        replacements.add(call.replacementOwner() + "." + call.replacementName()
                                + call.replacementDescriptor(descriptor));
                if (weave instanceof ResultWeave result)
                    replacements.add(result.replacementOwner() + "." + result.replacementName()
                            + result.replacementDescriptor());
            }
        assertThat(replacements).hasSizeGreaterThan(5);
        assertThat(present).containsAll(replacements);
    }

    /** While compress-ahead is off, these hooks are not woven. */
    @Test
    void theHooksOfCompressAheadAreThoseThatChangeWriters() {
        assertThat(hooks)
                .filteredOn(HookCatalog::isOfCompressAhead)
                .hasExactlyElementsOfTypes(
                        ChunkWriterHook.class,
                        WriterCommitHook.class,
                        MaxSizeWriterHook.class,
                        LeveledWriterHook.class,
                        SplittingWriterHook.class);
    }

    /** Some have landmarks that add no code. */
    @Test
    void everyHookThatFitsIsWoven() throws Exception {
        List<String> fitting = installer.fitting(hooks).stream().map(Hook::name).toList();
        for (Hook hook : installer.fitting(hooks))
            Class.forName(hook.typeName(), false, getClass().getClassLoader());
        installer.install(hooks, hook -> null, ByteBuddyAgent.install());
        try {
            assertThat(recorder.statuses())
                    .filteredOn(status -> status.state() == HookStatus.State.APPLIED)
                    .extracting(HookStatus::hook)
                    .containsExactlyInAnyOrderElementsOf(fitting);
        } finally {
            assertThat(installer.uninstall()).isEmpty();
        }
    }

    @Test
    void everyHookHasWeaves() {
        assertThat(hooks)
                .allSatisfy(hook ->
                        assertThat(hook.weaves()).as(hook.name()).isNotEmpty().doesNotContainNull());
    }

    /** The writers of sstables up to 4.1, and from 5.0 on. */
    @Test
    void theReplacementOfInputsGetsTheArgumentThatHasTheKey() {
        for (Hook hook : List.of(new SSTableRewriterHook(), new BigTableWriterHook()))
            assertThat(hook.weaves())
                    .filteredOn(ResultWeave.class::isInstance)
                    .singleElement()
                    .satisfies(weave -> {
                        ResultWeave lookups = (ResultWeave) weave;
                        assertThat(lookups.passedArgument()).startsWith("L").endsWith(";");
                        assertThat(lookups.enclosingDescriptor()).startsWith("(" + lookups.passedArgument());
                        assertThat(lookups.replacementDescriptor())
                                .isEqualTo("(Ljava/lang/Object;Ljava/util/Set;" + lookups.passedArgument()
                                        + "Ljava/lang/String;)Ljava/util/Set;");
                    });
    }

    @Test
    void aReplacementGetsTheReceiverAndTheRequestedArgument() {
        CallWeave plain = CallWeave.openDataReader(1, 2);
        String sstable = "Lorg/apache/cassandra/io/sstable/format/SSTableReader;";
        String limiter = "Lcom/google/common/util/concurrent/RateLimiter;";
        assertThat(plain.descriptors())
                .containsExactly("()" + CallWeave.READER, "(" + limiter + ")" + CallWeave.READER);
        assertThat(plain.replacementDescriptor(plain.descriptors().get(1)))
                .isEqualTo("(" + sstable + limiter + "Ljava/lang/String;)" + CallWeave.READER);
        assertThat(plain.withDataRange()
                        .replacementDescriptor(plain.descriptors().get(0)))
                .isEqualTo("(" + sstable + "Lorg/apache/cassandra/db/DataRange;Ljava/lang/String;)" + CallWeave.READER);
        assertThat(plain.passedArgument()).isNull();
        assertThat(plain.withBounds().passedArgument()).isEqualTo("Ljava/util/Collection;");
        assertThat(plain.to("openForScrub").replacementName()).isEqualTo("openForScrub");
        assertThat(plain.afterCall()).isFalse();
        CallWeave after = CallWeave.openIndexReader();
        assertThat(after.afterCall()).isTrue();
        assertThat(after.opensData()).isFalse();
        assertThat(after.replacementDescriptor("()" + CallWeave.READER))
                .isEqualTo("(" + CallWeave.READER + "Ljava/lang/String;)" + CallWeave.READER);
    }

    /** From 5.0.5 on, compactions do not use the class that the other scans use. */
    @Test
    void compactionsReadAheadOnlyWithTheHookOfTheirScanner() {
        Set<String> types = HookCatalog.hooks().stream().map(Hook::typeName).collect(Collectors.toSet());
        List<Hook> others = HookCatalog.hooks().stream()
                .filter(hook -> !hook.name().equals("native-simple-scanner"))
                .toList();
        assertThat(HookCatalog.compactionsReadAhead(HookCatalog.hooks(), types)).isTrue();
        assertThat(HookCatalog.compactionsReadAhead(others, types)).isFalse();
        types.removeIf(type -> type.endsWith(".SSTableSimpleScanner"));
        assertThat(HookCatalog.compactionsReadAhead(others, types)).isTrue();
        assertThat(HookCatalog.compactionsReadAhead(List.of(), types)).isFalse();
    }
}
