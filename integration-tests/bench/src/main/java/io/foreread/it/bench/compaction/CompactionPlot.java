package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.Spread;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/**
 * Draws the throughput: for each contender a bar for the median and a line from minimum to maximum, and a line for the
 * limit of the volume.
 */
final class CompactionPlot {
    private static final int WIDTH = 1000;
    private static final int LEFT = 300;
    private static final int RIGHT = 110;
    private static final int TOP = 70;
    private static final int BAR = 22;
    private static final int STEP = 36;
    private static final int BOTTOM = 40;
    /** Part of the name of each contender that has the agent. */
    private static final String AGENT = "-foreread";

    private static final Color WITH_AGENT = new Color(0x2a6fb0);
    private static final Color WITHOUT_AGENT = new Color(0xb0b0b0);
    private static final Color LIMIT = new Color(0xc2571a);

    private final CompactionResult result;
    private final Graphics2D graphics;
    private final double maxMibPerSecond;
    private final int height;

    private CompactionPlot(CompactionResult result, Graphics2D graphics, int height) {
        this.result = result;
        this.graphics = graphics;
        this.height = height;
        double fastest = result.contenders().stream()
                .mapToDouble(
                        one -> result.spread(one, MeasuredVariant::mibPerSecond).max())
                .max()
                .orElse(1);
        // A limit of three times the highest bar or more is not drawn, because the bars would be too short to compare.
        double limit = Objects.requireNonNullElse(result.limitMibPerSecond(), 0.0);
        maxMibPerSecond = limit < 3 * fastest ? Math.max(limit, fastest) : fastest;
    }

    static void write(CompactionResult result, Path file) {
        System.setProperty("java.awt.headless", "true");
        int height = TOP + STEP * result.contenders().size() + BOTTOM;
        BufferedImage image = new BufferedImage(WIDTH, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            new CompactionPlot(result, graphics, height).draw();
            ImageIO.write(image, "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        } finally {
            graphics.dispose();
        }
    }

    private void draw() {
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, WIDTH, height);
        graphics.setColor(Color.BLACK);
        graphics.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
        graphics.drawString("Compaction, MiB/s of input: median, minimum and maximum", 20, 26);
        graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        graphics.drawString(result.data() + "; " + result.volume(), 20, 46);
        List<String> contenders = result.contenders();
        for (int i = 0; i < contenders.size(); i++) bar(contenders.get(i), TOP + i * STEP);
        if (result.limitMibPerSecond() != null) limit(result.limitMibPerSecond());
    }

    private void bar(String contender, int top) {
        Spread speed = result.spread(contender, MeasuredVariant::mibPerSecond);
        graphics.setColor(Color.BLACK);
        graphics.drawString(contender, 20, top + BAR - 6);
        graphics.setColor(contender.contains(AGENT) ? WITH_AGENT : WITHOUT_AGENT);
        graphics.fillRect(LEFT, top, x(speed.median()) - LEFT, BAR);
        graphics.setColor(Color.BLACK);
        int middle = top + BAR / 2;
        graphics.drawLine(x(speed.min()), middle, x(speed.max()), middle);
        graphics.drawLine(x(speed.min()), middle - 4, x(speed.min()), middle + 4);
        graphics.drawLine(x(speed.max()), middle - 4, x(speed.max()), middle + 4);
        String words = String.format(Locale.ROOT, "%.1f", speed.median());
        int width = graphics.getFontMetrics().stringWidth(words);
        @Nullable Double limit = result.limitMibPerSecond();
        boolean meetsLimit = limit != null && Math.abs(x(speed.max()) + 8 + width / 2 - x(limit)) <= width / 2 + 4;
        // The label must not overlap the line of the limit.
        if (meetsLimit) graphics.setColor(Color.WHITE);
        graphics.drawString(words, meetsLimit ? x(speed.min()) - 8 - width : x(speed.max()) + 8, top + BAR - 6);
    }

    private void limit(double mibPerSecond) {
        if (mibPerSecond > maxMibPerSecond) return;
        graphics.setColor(LIMIT);
        graphics.drawLine(x(mibPerSecond), TOP - 8, x(mibPerSecond), height - BOTTOM);
        String words = String.format(Locale.ROOT, "limit of the volume %.0f", mibPerSecond);
        graphics.drawString(words, x(mibPerSecond) - graphics.getFontMetrics().stringWidth(words), height - 18);
    }

    private int x(double mibPerSecond) {
        return LEFT + (int) Math.round((WIDTH - LEFT - RIGHT) * mibPerSecond / maxMibPerSecond);
    }
}
