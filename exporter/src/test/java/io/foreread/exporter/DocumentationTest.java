package io.foreread.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that each relative link in the repository's Markdown files has a target, and that the README stays short. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int MAX_README_LINES = 160;

    /** Directories that contain no Markdown files of the project: Git's data, build output and dependencies. */
    private static final Set<String> SKIPPED_DIRECTORIES = Set.of(".git", "target", "node_modules");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern EXTERNAL = Pattern.compile("[a-z]+:.*");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *(```+|~~~+).*?^ *\\1 *$");
    private static final Pattern INLINE_CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*?)[ #]*$");

    @Test
    void everyLinkAndAnchorResolves() throws IOException {
        List<Path> files = markdown(ROOT);
        assertThat(files).contains(ROOT.resolve("README.md"), ROOT.resolve("docs/configuration.md"));
        List<String> broken = new ArrayList<>();
        for (Path file : files) for (String link : brokenLinks(file)) broken.add(ROOT.relativize(file) + ": " + link);
        assertThat(broken).as("links without a target").isEmpty();
    }

    @Test
    void theReadmeIsShort() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(MAX_README_LINES);
    }

    @Test
    void linksToMissingFilesAndAnchorsAreReported(@TempDir Path directory) throws IOException {
        Files.writeString(
                directory.resolve("other.md"), "# One `code`, two\n\n## Same\n\n## Same\n\n```\n# none\n```\n");
        Path file = directory.resolve("page.md");
        Files.writeString(
                file,
                """
                # Top

                [a](other.md) [b](other.md#one-code-two) [c](other.md#same-1) [d](#top) [e](https://example.org/#f)
                [f](absent.md) [g](other.md#none) [h](#absent) [![i](absent.png)](other.md)
                `[j](code.md)`
                """);
        assertThat(brokenLinks(file)).containsExactly("absent.md", "other.md#none", "#absent", "absent.png");
    }

    private static List<String> brokenLinks(Path file) throws IOException {
        String text = INLINE_CODE.matcher(withoutFences(file)).replaceAll("");
        List<String> broken = new ArrayList<>();
        for (String link :
                LINK.matcher(text).results().map(result -> result.group(1)).toList())
            if (!EXTERNAL.matcher(link).matches() && !resolves(file, link)) broken.add(link);
        return broken;
    }

    private static boolean resolves(Path file, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
        if (!Files.exists(target)) return false;
        return parts.length == 1
                || (target.toString().endsWith(".md") && anchors(target).contains(parts[1]));
    }

    /** Returns the anchors that GitHub generates for the headings of a file. */
    private static Set<String> anchors(Path file) throws IOException {
        List<String> slugs = HEADING.matcher(withoutFences(file))
                .results()
                .map(DocumentationTest::slug)
                .toList();
        return IntStream.range(0, slugs.size())
                .mapToObj(i -> numbered(slugs.subList(0, i), slugs.get(i)))
                .collect(Collectors.toSet());
    }

    private static String slug(MatchResult heading) {
        return heading.group(1)
                .replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static String numbered(List<String> before, String slug) {
        long same = before.stream().filter(slug::equals).count();
        return same == 0 ? slug : slug + "-" + same;
    }

    private static String withoutFences(Path file) throws IOException {
        return FENCED.matcher(Files.readString(file)).replaceAll("");
    }

    private static List<Path> markdown(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                return SKIPPED_DIRECTORIES.contains(name) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) files.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
