package io.foreread.it.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.Bench;
import io.foreread.it.bench.results.Envelope;
import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.registry.DumpRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class BenchCommandTest {
    /** These commands measure nothing. */
    private static final Set<String> OTHERS = Set.of("tables", "plot");

    @TempDir
    Path directory;

    static Stream<String> commands() {
        return new CommandLine(new Bench()).getSubcommands().keySet().stream().filter(name -> !OTHERS.contains(name));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyBenchmarkExtendsBenchCommandAndHasTheOptionJson(String name) {
        CommandLine command = new CommandLine(new Bench()).getSubcommands().get(name);
        assertThat(command.<Object>getCommand()).isInstanceOf(BenchCommand.class);
        assertThat(command.getUsageMessage()).contains("--json=FILE", "Default: ");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aFileInAMissingDirectoryIsRejectedBeforeAnythingStarts(String name) {
        Path file = directory.resolve("missing/out.json");
        Execution execution = Execution.of(name, "--json", file.toString());
        assertThat(execution.exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(execution.errors).startsWith("--json: there is no directory " + file.getParent());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "memory --minutes 0|--minutes: 0 is less than 1",
                "memory --hours 1|Unknown options: '--hours', '1'",
                "soak --minutes 2|--minutes: 2 is less than 3",
                "soak --settings compress-ahead|--settings: 'compress-ahead': a setting is key=value",
                "soak --settings compress-ahead=yes|--settings: 'compress-ahead=yes': compress-ahead",
                "soak --cassandra 5.9|--cassandra: '5.9' is no Cassandra version",
                "startup --rounds 0|--rounds: 0 is less than 1",
                "abuse --seconds 1|--seconds: 1 is less than",
                "cores --rounds 0|--rounds: 0 is less than 1",
                "cores --per-second 0|--per-second: 0 is less than 1",
                "cores --setting x|--setting: 'x' is none of compress-ahead, decompress-ahead",
                "cores --compression none|--compression: sstables that are not compressed have no chunks",
                "compaction --rounds 0|--rounds: 0 is less than 1",
                "compaction --warm-ups -1|--warm-ups: -1 is less than 0",
                "compaction --mib-per-second 0|--mib-per-second: 0 is less than 1",
                "compaction --plot missing/out.png|--plot: there is no directory",
                "reads --preset nvme|--preset: 'nvme' is in the page cache",
                "reads --per-second 0|--per-second: 0 is less than 1",
                "probe --threads 0|--threads: 0 is less than 1",
                "scrape --rounds 0|--rounds: 0 is less than 1",
                "tables --json x|Unknown options: '--json', 'x'",
                "reads --cache-mb 1|--cache-mb: 1 is not between 192",
                "reads --cache-mb 840|--cache-mb: 840 is not between 192, which the node itself can need, and 839",
                "readahead --cache-mb 0|--cache-mb: 0 is not between 192",
                "readahead --readahead-kb 4,6|--readahead-kb: 6 is not a multiple of 4",
                "readahead --preset nvme|--preset: 'nvme' is in the page cache",
                "readahead --warm-ups -1|--warm-ups: -1 is less than 0",
                "readahead --seconds 0|--seconds: 0 is less than 1",
            })
    void wrongOptionIsRejectedWithOneMessage(String arguments, String message) {
        Execution execution = Execution.of(arguments.split(" "));
        assertThat(execution.exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(execution.errors).startsWith(message);
    }

    @Test
    void defaultsOfTheOptionsAreInTheHelp() {
        CommandLine bench = new CommandLine(new Bench());
        assertThat(bench.getSubcommands().get("abuse").getUsageMessage()).contains("Default: 5.0");
        assertThat(bench.getSubcommands().get("startup").getUsageMessage()).contains("Default: 4.1");
        assertThat(bench.getSubcommands().get("reads").getUsageMessage()).contains("Default: 3", "Default: 840");
        assertThat(bench.getSubcommands().get("readahead").getUsageMessage())
                .contains("Default: 4,16,128", "Default: 256");
        assertThat(bench.getSubcommands().get("compaction").getUsageMessage()).contains("Default: 5", "Default: 16");
    }

    @Test
    void theFileOfResultsContainsTheCommandLine() {
        Path file = directory.resolve("out.json");
        assertThat(new CommandLine(new Written()).execute("--json", file.toString()))
                .isZero();
        Envelope envelope = Envelope.read(file);
        assertThat(envelope.bench()).isEqualTo("written");
        assertThat(envelope.command()).isEqualTo("./written --json " + file);
        assertThat(envelope.data().get("seconds").asInt()).isEqualTo(3);
    }

    @Test
    void dumpRegistryExtendsBenchCommand() {
        assertThat(new CommandLine(new DumpRegistry()).execute("--help")).isZero();
        assertThat(BenchCommand.class).isAssignableFrom(DumpRegistry.class);
    }

    @Test
    void exitCodeIs1IfTheMeasurementFailsOrALimitIsExceeded() {
        assertThat(new CommandLine(new Fixed(() -> true)).execute()).isZero();
        assertThat(new CommandLine(new Fixed(() -> false)).execute()).isOne();
        assertThat(new CommandLine(new Fixed(() -> {
                            throw new IllegalStateException("no volume");
                        }))
                        .execute())
                .isOne();
    }

    /** A benchmark with a fixed result. */
    @CommandLine.Command(name = "fixed")
    private static final class Fixed extends BenchCommand<String> {
        private final BooleanSupplier result;

        Fixed(BooleanSupplier result) {
            this.result = result;
        }

        @Override
        protected String options() {
            return "";
        }

        @Override
        protected boolean measure(String options) {
            return result.getAsBoolean();
        }
    }

    /** A benchmark that writes its results. */
    @CommandLine.Command(name = "written")
    private static final class Written extends BenchCommand<ResultFile> {
        @CommandLine.Mixin
        private final JsonFile json = new JsonFile();

        @Override
        protected ResultFile options() {
            return json.results();
        }

        @Override
        protected boolean measure(ResultFile results) {
            results.write(List.of(), Map.of("seconds", 3));
            return true;
        }
    }

    private record Execution(int exitCode, String errors) {
        static Execution of(String... arguments) {
            StringWriter errors = new StringWriter();
            int exitCode = new CommandLine(new Bench())
                    .setErr(new PrintWriter(errors, true))
                    .execute(arguments);
            return new Execution(exitCode, errors.toString());
        }
    }
}
