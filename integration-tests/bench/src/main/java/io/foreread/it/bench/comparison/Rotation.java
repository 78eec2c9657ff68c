package io.foreread.it.bench.comparison;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The order of contenders in a round. In each round the next contender is first, so that no contender always runs directly
 * after the same work, such as the preparation of the data.
 */
public final class Rotation {
    private Rotation() {}

    /**
     * Returns the contenders in the order of a round.
     *
     * @param round the number of the round, from 1; round 1 has the given order
     */
    public static <T> List<T> of(List<T> contenders, int round) {
        List<T> rotated = new ArrayList<>(contenders);
        Collections.rotate(rotated, 1 - round);
        return rotated;
    }

    /**
     * Returns the contenders in the order of a round, such that each is equally often directly before and after each other
     * one. Rounds as in {@link #of} are followed by as many rounds in the reverse order.
     *
     * @param round the number of the round, from 1; round 1 has the given order
     */
    public static <T> List<T> inBothDirections(List<T> contenders, int round) {
        List<T> rotated = of(contenders, round);
        if ((round - 1) / contenders.size() % 2 == 1) Collections.reverse(rotated);
        return rotated;
    }
}
