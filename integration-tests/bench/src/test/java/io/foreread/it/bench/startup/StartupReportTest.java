package io.foreread.it.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StartupReportTest {
    private static final List<Start> STOCK =
            List.of(new Start(10, 20, 1500), new Start(11, 20, 1510), new Start(12, 20, 1490));

    @Test
    void reportsMediansDifferencesAndTheSpreadOfStarts() {
        List<Start> ours = List.of(new Start(10.5, 22, 1540), new Start(12.5, 22, 1530), new Start(11.5, 22, 1550));
        assertThat(StartupReport.of(STOCK, ours, 8 << 20).lines())
                .contains(
                        "| start, s | 11.0 | 11.5 | 0.5 | -0.5 to 1.5 | 1 | met |",
                        "| resident, MiB | 1500.0 | 1540.0 | 40.0 | 20.0 to 60.0 | 60 | met |",
                        "| CPU, s | 20.0 | 22.0 | 2.0 | 2.0 to 2.0 |  |  |",
                        "| foreread-agent.jar, MiB | | 8.0 | | | 12 | met |");
    }

    @Test
    void reportsExceededTargets() {
        List<Start> ours = List.of(new Start(12.5, 22, 1600));
        assertThat(StartupReport.of(STOCK, ours, 13 << 20).lines())
                .filteredOn(line -> line.contains("**not met**"))
                .hasSize(3);
    }
}
