package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurvivorsTest {
    private static final String REPORT =
            """
            <mutations partial="true">
              <mutation detected='false' status='SURVIVED'><mutatedClass>a.b.Pool</mutatedClass>
                <mutatedMethod>take</mutatedMethod><lineNumber>9</lineNumber>
                <mutator>org.pitest.mutationtest.engine.gregor.mutators.MathMutator</mutator>
                <indexes><index>7</index></indexes><killingTest/><description>minus</description></mutation>
              <mutation detected='true' status='KILLED'><mutatedClass>a.b.Pool</mutatedClass>
                <mutatedMethod>take</mutatedMethod><lineNumber>8</lineNumber>
                <mutator>org.pitest.mutationtest.engine.gregor.mutators.MathMutator</mutator>
                <indexes><index>3</index></indexes><killingTest>some test</killingTest>
                <description>plus</description></mutation>
            </mutations>
            """;

    @TempDir
    private Path directory;

    @Test
    void aSurvivorIsIdentifiedByItsPositionInTheMethod() throws Exception {
        List<Mutant> mutants = mutants();
        assertThat(mutants).extracting(Mutant::key).containsExactly("Pool.take Math 1", "Pool.take Math 2");
        assertThat(mutants).extracting(Mutant::detected).containsExactly(true, false);
        assertThat(new MutationReport(mutants, Survivors.of(List.of())).killedPercent())
                .isEqualTo(50);
    }

    @Test
    void aSurvivorWithoutAReasonAndAReasonWithoutASurvivorAreReported() throws Exception {
        Survivors none = Survivors.of(List.of("# a comment", ""));
        assertThat(none.unexplained(mutants())).extracting(Mutant::key).containsExactly("Pool.take Math 2");
        Survivors right = Survivors.of(List.of("Pool.take Math 2: it is the same", "Other.take Math 1: not run"));
        assertThat(right.unexplained(mutants())).isEmpty();
        assertThat(right.outdated(mutants())).isEmpty();
        Survivors old = Survivors.of(List.of("Pool.take Math 1: was never caught", "Pool.gone Math 1: is gone"));
        assertThat(old.outdated(mutants())).containsExactly("Pool.take Math 1", "Pool.gone Math 1");
        assertThatThrownBy(() -> Survivors.of(List.of("Pool.take Math 2"))).hasMessageContaining("Pool.take");
    }

    private List<Mutant> mutants() throws Exception {
        return Mutant.readAll(Files.writeString(directory.resolve("mutations.xml"), REPORT));
    }
}
