package io.foreread.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Recorders;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.cache.KeyCacheKey;
import org.apache.cassandra.db.compaction.CompactionInfo;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.utils.Pair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyCacheProbeTest {
    private static final KeyCacheKey KEY = new KeyCacheKey(
            Pair.create("ks", "t"),
            new Descriptor(new java.io.File("/data"), "ks", "t", 1),
            java.nio.ByteBuffer.wrap(new byte[] {1}));

    private final List<String> calls = new ArrayList<>();
    private final AttachedProbes probes = new AttachedProbes();

    @BeforeEach
    void observe() {
        KeyCacheProbe.observer(new KeyCacheObserver() {
            @Override
            public void cached(KeyCacheKey key) {
                calls.add("cached " + key.equals(KEY));
            }

            @Override
            public void lost() {
                calls.add("lost");
            }

            @Override
            public void operationEnds() {
                calls.add("operation ends");
            }
        });
    }

    /** Other tests call the probes as well. */
    @AfterEach
    void removeTheFailingObserver() {
        HookSwitch.of(HookNames.INSTRUMENTING_CACHE).on = true;
        observe();
    }

    @Test
    void passesKeysOfTheKeyCacheAndOfNoOtherCache() {
        probes.keyCached(KEY);
        probes.keyCached("a key of the row cache");
        assertThat(calls).containsExactly("cached true");
    }

    @Test
    void aKeyThatIsInsertedWhileTheHookIsSwitchedOffIsLost() {
        assertThat(KeyCacheProbe.isSwitchedOn()).isTrue();
        HookSwitch.of(HookNames.INSTRUMENTING_CACHE).on = false;
        assertThat(KeyCacheProbe.isSwitchedOn()).isFalse();
        probes.keyCached(KEY);
        probes.keyCached("a key of the row cache");
        assertThat(calls).containsExactly("lost");
    }

    @Test
    void aFailureOfAnyProbeLosesKeys() {
        probes.failed(new StackOverflowError());
        assertThat(calls).containsExactly("lost");
    }

    /** Otherwise the operation would run for ever in the metrics, and the failure would not be counted. */
    @Test
    void afterAFailureOfTheObserverTheOtherProbesAreCalled() {
        KeyCacheProbe.observer(new KeyCacheObserver() {
            @Override
            public void cached(KeyCacheKey key) {}

            @Override
            public void lost() {
                throw new StackOverflowError();
            }

            @Override
            public void operationEnds() {
                throw new IllegalStateException("of the observer");
            }
        });
        CompactionInfo.Holder operation = new CompactionInfo.Holder() {
            @Override
            public CompactionInfo getCompactionInfo() {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean isGlobal() {
                return false;
            }
        };
        Recorders.COMPACTIONS.begin(operation, Activity.COMPACTION, "ks", "probed", () -> 0);
        int running = Recorders.COMPACTIONS.runningCount();
        assertThatThrownBy(() -> probes.operationEnds(operation)).hasMessage("of the observer");
        assertThat(Recorders.COMPACTIONS.runningCount()).isEqualTo(running - 1);
        assertThatThrownBy(probes::taskEnds).hasMessage("of the observer");

        long failures = Recorders.HOOKS.probeFailures();
        assertThatThrownBy(() -> probes.failed(new IllegalStateException())).isInstanceOf(StackOverflowError.class);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures + 1);
        Recorders.COMPACTIONS.dropped("ks.probed");
    }

    @Test
    void theEndOfATaskIsThatOfItsOperation() {
        probes.taskEnds();
        assertThat(calls).containsExactly("operation ends");
    }
}
