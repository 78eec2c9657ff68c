package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.contract.ContractRun;
import io.foreread.it.contract.jvm.ContractJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that each seeded defect of the reader is detected by its test. */
class SeededDefectsIT {
    private static final long LIMIT_MINUTES = 3;

    private static ContractJvm jvm;

    @BeforeAll
    static void writeSstables() throws IOException {
        jvm = MutationJvm.prepare("seeded");
    }

    @Test
    void theRulesHoldWithoutADefect() throws IOException {
        List<String> output = run("none", List.of(), List.of());
        assertThat(output).noneMatch(line -> line.startsWith("FAIL"));
        assertThat(output).filteredOn(line -> line.startsWith("ok ")).hasSizeGreaterThan(30);
    }

    @ParameterizedTest
    @EnumSource
    void theDefectIsDetected(SeededDefect defect) throws IOException {
        Path classes = defect.compileIn(jvm.directory().resolve(defect.name()), jvm.classPath(List.of()));
        List<String> failing = run(defect.name(), List.of(rulesOf(defect)), List.of(classes)).stream()
                .filter(line -> line.startsWith("FAIL "))
                .map(line -> line.replaceFirst("FAIL ([^:]*).*", "$1"))
                .toList();
        System.out.printf("%-32s caught by %s%n", defect, defect.caughtBy);
        failing.stream()
                .filter(rule -> !rule.equals(defect.caughtBy))
                .forEach(rule -> System.out.printf("%-32s    and by %s%n", "", rule));
        assertThat(failing).contains(defect.caughtBy);
    }

    /** The only class of rules to run. Reads of some other rules never end if the reader has a defect. */
    private static String rulesOf(SeededDefect defect) {
        return defect.caughtBy.substring(0, defect.caughtBy.indexOf('.'));
    }

    /** @param rules the only class of rules to run; empty for all */
    private static List<String> run(String name, List<String> rules, List<Path> first) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(ContractRun.class.getName(), "!matrix"));
        arguments.addAll(rules);
        List<String> output = jvm.run(arguments, first, name + ".log", LIMIT_MINUTES);
        assertThat(output).as(() -> String.join("\n", output)).contains("end");
        return output;
    }
}
