package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class KeySetTest {
    private static final int SLOTS = 4096;

    @Property(tries = 300)
    void containsWhatWasAddedAndNothingElse(@ForAll @IntRange(min = 0, max = 2000) int count, @ForAll long seed) {
        KeySet keys = new KeySet(SLOTS);
        Random random = new Random(seed);
        Set<Long> added = new HashSet<>();
        for (int i = 0; i < count; i++) {
            long hash = random.nextLong() | 1;
            keys.add(hash);
            keys.add(hash);
            added.add(hash);
        }
        assertThat(added).allMatch(keys::mayContain);
        assertThat(keys.isFull()).isFalse();
        for (int i = 0; i < 100; i++) {
            long other = random.nextLong() | 1;
            assertThat(keys.mayContain(other)).isEqualTo(added.contains(other));
        }
    }

    /** All of them begin at the last slot. */
    @Test
    void hashesWithTheSameSlotAreFoundAcrossTheEndOfTheTable() {
        KeySet keys = new KeySet(SLOTS);
        for (long i = 1; i <= 100; i++) keys.add(i << 32 | (SLOTS - 1));
        for (long i = 1; i <= 100; i++)
            assertThat(keys.mayContain(i << 32 | (SLOTS - 1))).isTrue();
        assertThat(keys.mayContain(101L << 32 | (SLOTS - 1))).isFalse();
    }

    @Test
    void isFullWhenHalfOfTheSlotsAreTakenAndThenMayContainAnything() {
        KeySet keys = new KeySet(SLOTS);
        for (long i = 1; i < SLOTS / 2; i++) keys.add(i);
        assertThat(keys.isFull()).isFalse();
        assertThat(keys.mayContain(-1)).isFalse();
        keys.add(SLOTS);
        assertThat(keys.isFull()).isTrue();
        assertThat(keys.mayContain(-1)).isTrue();
    }

    /** Clients choose keys, and a thread that reads must not search all slots. */
    @Test
    void isFullWhenTooManyHashesHaveTheSameSlot() {
        KeySet keys = new KeySet(SLOTS);
        for (long i = 1; i <= KeySet.MAX_SEARCH; i++) keys.add(i << 32 | 5);
        assertThat(keys.isFull()).isFalse();
        keys.add(1L << 32 | 5);
        assertThat(keys.isFull()).isFalse();
        assertThat(keys.mayContain((KeySet.MAX_SEARCH + 1L) << 32 | 5))
                .as("not searched further")
                .isTrue();
        keys.add((KeySet.MAX_SEARCH + 1L) << 32 | 5);
        assertThat(keys.isFull()).isTrue();
        for (long i = 1; i <= KeySet.MAX_SEARCH + 1; i++)
            assertThat(keys.mayContain(i << 32 | 5)).isTrue();
    }

    /** The limit of a search is not reached by other hashes. */
    @Test
    void aLargeSetOfRandomHashesIsFullWhenHalfOfTheSlotsAreTaken() {
        KeySet keys = new KeySet(KeySet.MAX_SLOTS);
        Random random = new Random(1);
        for (int i = 1; i < KeySet.MAX_SLOTS / 2; i++) keys.add(random.nextLong());
        assertThat(keys.isFull()).isFalse();
        keys.add(random.nextLong());
        assertThat(keys.isFull()).isTrue();
    }

    @Test
    void sizeLeavesRoomForAThirdMoreKeysUpToALimit() {
        assertThat(KeySet.slotsFor(0)).isEqualTo(4096);
        assertThat(KeySet.slotsFor(1536)).isEqualTo(4096);
        assertThat(KeySet.slotsFor(1537)).isEqualTo(8192);
        assertThat(KeySet.slotsFor(Long.MAX_VALUE)).isEqualTo(KeySet.MAX_SLOTS);
        assertThat(KeySet.bytesOf(KeySet.MAX_SLOTS)).isEqualTo(8 << 20);
    }

    @Test
    void everyHashOfConcurrentThreadsIsContainedWhenItsAdditionReturns() throws Exception {
        int threads = 8;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 20; round++) {
                KeySet keys = new KeySet(1 << 16);
                List<Future<Boolean>> results = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    // Neighbours add the same hashes in part.
                    long first = thread * 2000L + 1;
                    results.add(executor.submit(() -> {
                        boolean all = true;
                        for (long i = first; i < first + 3000; i++) {
                            long hash = KeyHash.of(ByteBuffer.allocate(8).putLong(0, i));
                            keys.add(hash);
                            all &= keys.mayContain(hash);
                        }
                        return all;
                    }));
                }
                for (Future<Boolean> result : results) assertThat(result.get()).isTrue();
                assertThat(keys.isFull()).isFalse();
                for (long i = 1; i <= 17_000; i++)
                    assertThat(keys.mayContain(KeyHash.of(ByteBuffer.allocate(8).putLong(0, i))))
                            .isTrue();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    /** Two keys with one hash would both be looked up when one of them is cached. */
    @Test
    void consecutiveKeysHaveDifferentHashes() {
        Set<Long> hashes = new HashSet<>();
        for (int key = 0; key < 200_000; key++) hashes.add(hash(key));
        assertThat(hashes).hasSize(200_000);
    }

    /** Otherwise keys that differ in a few bits only would share slots, and searches would be long. */
    @Test
    void eachBitOfAKeyChangesEachBitOfItsSlotInHalfOfTheKeys() {
        int keys = 20_000;
        int slotBits = Integer.numberOfTrailingZeros(KeySet.MAX_SLOTS);
        Random random = new Random(1);
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            int[] changes = new int[slotBits];
            for (int i = 0; i < keys; i++) {
                int key = random.nextInt();
                long changed = hash(key) ^ hash(key ^ (1 << bit));
                for (int slotBit = 0; slotBit < slotBits; slotBit++)
                    changes[slotBit] += (int) (changed >>> slotBit) & 1;
            }
            for (int slotBit = 0; slotBit < slotBits; slotBit++)
                assertThat(changes[slotBit])
                        .as("bit %s of the key, bit %s of the slot", bit, slotBit)
                        .isBetween(keys * 47 / 100, keys * 53 / 100);
        }
    }

    private static long hash(int key) {
        return KeyHash.of(ByteBuffer.allocate(4).putInt(0, key));
    }

    @Property
    void theHashOfABufferIsThatOfItsRemainingBytes(
            @ForAll @Size(max = 100) byte[] key, @ForAll @IntRange(max = 9) int before) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(before + key.length + 3).order(ByteOrder.LITTLE_ENDIAN);
        buffer.position(before);
        buffer.put(key).flip().position(before);
        assertThat(KeyHash.of(buffer)).isEqualTo(KeyHash.of(key)).isNotZero();
        assertThat(buffer.remaining()).isEqualTo(key.length);
    }
}
