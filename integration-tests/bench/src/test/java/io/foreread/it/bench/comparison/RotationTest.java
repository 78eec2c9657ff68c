package io.foreread.it.bench.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RotationTest {
    @Test
    void eachContenderIsFirstOnceInAsManyRoundsAsThereAreContenders() {
        List<String> contenders = List.of("a", "b", "c");

        assertThat(Rotation.of(contenders, 1)).containsExactly("a", "b", "c");
        assertThat(Rotation.of(contenders, 2)).containsExactly("b", "c", "a");
        assertThat(Rotation.of(contenders, 3)).containsExactly("c", "a", "b");
        assertThat(Rotation.of(contenders, 4)).containsExactly("a", "b", "c");
    }

    @Test
    void twoContendersAlternate() {
        assertThat(Rotation.of(List.of("a", "b"), 1)).containsExactly("a", "b");
        assertThat(Rotation.of(List.of("a", "b"), 2)).containsExactly("b", "a");
    }

    @Test
    void threeContendersHaveEachOrderOnceInSixRounds() {
        List<String> contenders = List.of("a", "b", "c");

        assertThat(IntStream.rangeClosed(1, 7)
                        .mapToObj(round -> String.join("", Rotation.inBothDirections(contenders, round))))
                .containsExactly("abc", "bca", "cab", "cba", "acb", "bac", "abc");
    }
}
