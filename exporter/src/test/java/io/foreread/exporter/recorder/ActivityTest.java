package io.foreread.exporter.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActivityTest {
    @ParameterizedTest
    @CsvSource({
        "COMPACTION, COMPACTION",
        "MAJOR_COMPACTION, COMPACTION",
        "TOMBSTONE_COMPACTION, COMPACTION",
        "GARBAGE_COLLECT, COMPACTION",
        "RELOCATE, COMPACTION",
        "VALIDATION, VALIDATION",
        "ANTICOMPACTION, ANTICOMPACTION",
        "CLEANUP, CLEANUP",
        "UPGRADE_SSTABLES, UPGRADE_SSTABLES",
        "SCRUB, SCRUB",
        "VERIFY, VERIFY",
        "INDEX_BUILD, INDEX_BUILD",
        "STREAM, STREAMING",
        "KEY_CACHE_SAVE, OTHER",
        "A_TYPE_OF_A_LATER_RELEASE, OTHER"
    })
    void mapsOperationTypesByName(String operationType, Activity activity) {
        assertThat(Activity.ofOperationType(operationType)).isEqualTo(activity);
    }

    @ParameterizedTest
    @CsvSource({
        "ReadStage-3, POINT_READ",
        "Native-Transport-Requests-12, POINT_READ",
        "CompactionExecutor:41, COMPACTION",
        "ValidationExecutor:1, VALIDATION",
        "SecondaryIndexManagement:2, INDEX_BUILD",
        "STREAM-IN-/127.0.0.1:7000, STREAMING",
        "NettyStreaming-Outbound-1, STREAMING",
        "StreamReceiveTask:1, STREAMING",
        "Stream-Deserializer-/127.0.0.2:7000-5ca1ab1e, STREAMING",
        "SecondaryIndexExecutor:1, INDEX_BUILD",
        "MemtableFlushWriter:2, FLUSH",
        "PerDiskMemtableFlushWriter_0:1, FLUSH",
        "MemtablePostFlush:1, OTHER",
        "main, OTHER"
    })
    void mapsThreadNamesToActivities(String name, Activity activity) {
        assertThat(Activity.ofThreadName(name)).isEqualTo(activity);
    }

    @Test
    void labelsAreUnique() {
        assertThat(Arrays.stream(Activity.values()).map(Activity::label)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(ThreadClass.values()).map(ThreadClass::label)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(Component.values()).map(Component::label)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({
        "CompactionExecutor:1, COMPACTION",
        "ReadStage-1, READ",
        "MutationStage-7, MUTATION",
        "MemtableFlushWriter:3, FLUSH",
        "Native-Transport-Requests-1, NATIVE_TRANSPORT",
        "Messaging-EventLoop-3-1, MESSAGING",
        "AntiEntropyStage:1, REPAIR_AND_STREAMING",
        "Stream-Deserializer-/127.0.0.2:7000-5ca1ab1e, REPAIR_AND_STREAMING",
        "StreamReceiveTask:1, REPAIR_AND_STREAMING",
        "SecondaryIndexExecutor:1, COMPACTION",
        "ViewBuildExecutor:1, COMPACTION",
        "PERIODIC-COMMIT-LOG-SYNCER, COMMIT_LOG",
        "GROUP-COMMIT-LOG-WRITER, COMMIT_LOG",
        "foreread-http-1, FOREREAD",
        "main, OTHER"
    })
    void mapsThreadNamesToThreadClasses(String name, ThreadClass threadClass) {
        assertThat(ThreadClass.ofThreadName(name)).isEqualTo(threadClass);
    }
}
