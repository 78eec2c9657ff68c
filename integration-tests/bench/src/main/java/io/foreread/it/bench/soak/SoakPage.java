package io.foreread.it.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats the result as a single HTML file: for each resource a plot with its trend and marks for maintenance operations. */
final class SoakPage {
    private static final String HEAD =
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Foreread soak</title><style>
            body { font: 14px/1.5 sans-serif; color: #222; max-width: 960px; margin: 2em auto; padding: 0 1em }
            svg { display: block; width: 100%; background: #fafafa }
            text { font: 11px sans-serif; fill: #666 }
            .samples { fill: none; stroke: #2a6fb0; stroke-width: 1.5 }
            .trend { stroke: #c2571a; stroke-width: 1.5; stroke-dasharray: 6 4 }
            .chore { stroke: #bbb; stroke-width: 1 }
            pre { background: #f4f4f4; padding: 1em; overflow-x: auto }
            </style></head><body>
            <h1>Foreread soak</h1>
            """;

    private static final int WIDTH = 900;
    private static final int HEIGHT = 170;
    private static final int LEFT = 70;
    private static final int BOTTOM = 20;

    private final SoakResult result;
    private final StringBuilder html = new StringBuilder(HEAD);

    private SoakPage(SoakResult result) {
        this.result = result;
    }

    static void write(SoakResult result, Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, of(result));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    static String of(SoakResult result) {
        SoakPage page = new SoakPage(result);
        page.html.append("<pre>").append(escaped(SoakReport.of(result))).append("</pre>\n");
        for (Resource resource : Resource.values()) page.plot(resource);
        return page.html.append("</body></html>\n").toString();
    }

    private void plot(Resource resource) {
        List<Sample> samples = result.samples();
        double most = samples.stream()
                .mapToDouble(sample -> sample.of(resource))
                .max()
                .orElse(1);
        // The axis starts at 0, because noise would otherwise look like growth.
        double top = Math.max(1, most * 1.1);
        Trend trend = result.trend(resource);
        add("<h2>%s: %s</h2>%n", escaped(resource.words), trend.grows() ? "GROWS" : "flat");
        add("<svg viewBox=\"0 0 %d %d\">%n", WIDTH, HEIGHT);
        for (Chores.Done done : result.chores()) {
            double x = x(done.second());
            add(
                    "<line class=\"chore\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"><title>%s</title></line>%n",
                    x, x, HEIGHT - BOTTOM, escaped(done.what()));
        }
        add(
                "<polyline class=\"samples\" points=\"%s\"/>%n",
                samples.stream()
                        .map(sample -> String.format(
                                Locale.ROOT, "%.1f,%.1f", x(sample.second()), y(sample.of(resource), top)))
                        .collect(Collectors.joining(" ")));
        add(
                "<line class=\"trend\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                x(trend.fromSecond()),
                y(trend.start(), top),
                x(result.seconds()),
                y(trend.start() + trend.growth(), top));
        for (double value : new double[] {0, top / 2, top})
            add(
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s %s</text>%n",
                    LEFT - 6, Math.max(10, y(value, top)), SoakReport.number(value), resource.unit);
        for (int part = 0; part <= 4; part++)
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%.1f min</text>%n",
                    x(result.seconds() * part / 4),
                    HEIGHT - 5,
                    part < 4 ? "start" : "end",
                    result.seconds() * part / 4 / 60);
        add("</svg>%n");
    }

    private double x(double second) {
        return LEFT + (WIDTH - LEFT) * second / result.seconds();
    }

    private static double y(double value, double top) {
        return (HEIGHT - BOTTOM) * (1 - value / top);
    }

    private void add(String format, Object... arguments) {
        html.append(String.format(Locale.ROOT, format, arguments));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
