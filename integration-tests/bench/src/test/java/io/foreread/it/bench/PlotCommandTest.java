package io.foreread.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.results.Checkout;
import java.awt.image.BufferedImage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PlotCommandTest {
    private static final Path RESULTS = Checkout.root().resolve(Checkout.RESULTS);

    /** The columns of the bars, which are between the names and the line of the limit. */
    private static final int FIRST_COLUMN = 300;

    private static final int END_COLUMN = 850;

    @TempDir
    private Path directory;

    private final StringWriter errors = new StringWriter();

    /** The fastest contender, in the third row, has the longest bar. */
    @Test
    void theChartOfAFileHasABarForEachContender() throws Exception {
        Path picture = directory.resolve("picture.png");
        assertThat(plot("compaction-4.1.json", picture)).isZero();

        BufferedImage drawn = ImageIO.read(picture.toFile());
        assertThat(colored(drawn, 80)).isBetween(1, colored(drawn, 110) - 1);
        assertThat(colored(drawn, 110)).isLessThan(colored(drawn, 145));
    }

    /** The number of columns of a row that are neither white nor black. */
    private static int colored(BufferedImage picture, int row) {
        int columns = 0;
        for (int x = FIRST_COLUMN; x < END_COLUMN; x++) {
            int rgb = picture.getRGB(x, row) & 0xffffff;
            if (rgb != 0xffffff && rgb != 0) columns++;
        }
        return columns;
    }

    @Test
    void resultsOfAnotherBenchmarkAreRejected() {
        Path picture = directory.resolve("picture.png");
        assertThat(plot("startup.json", picture)).isEqualTo(1);
        assertThat(errors)
                .hasToString("the results are of ./bench startup, not of ./bench compaction" + System.lineSeparator());
        assertThat(picture).doesNotExist();
    }

    private int plot(String results, Path picture) {
        return new CommandLine(new Bench())
                .setErr(new PrintWriter(errors, true))
                .setOut(new PrintWriter(new StringWriter()))
                .execute("plot", RESULTS.resolve(results).toString(), picture.toString());
    }
}
