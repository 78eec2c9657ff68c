package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VolumeSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What is to be measured.
 *
 * @param rounds in each of which every contender has its turn
 * @param warmUps compactions of each node before the one that is measured
 * @param profile whether to record what more compactions of each contender do
 * @param json null for no file
 * @param plot null for no file
 */
record CompactionOptions(
        VolumeSpec volume,
        List<ReaderVariant> contenders,
        DataSpec data,
        int rounds,
        int warmUps,
        boolean profile,
        Path json,
        Path plot) {

    /** @throws IllegalArgumentException the message says which option and what it may be */
    CompactionOptions {
        if (rounds < 1) throw new IllegalArgumentException("--rounds: " + rounds + " is less than 1");
        if (warmUps < 0) throw new IllegalArgumentException("--warm-ups: " + warmUps + " is less than 0");
        check("--json", json);
        check("--plot", plot);
    }

    private static void check(String option, Path file) {
        if (file != null && !Files.isDirectory(file.toAbsolutePath().getParent()))
            throw new IllegalArgumentException(
                    option + ": there is no directory " + file.toAbsolutePath().getParent());
    }
}
