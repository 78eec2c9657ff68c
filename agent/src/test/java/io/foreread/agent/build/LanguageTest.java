package io.foreread.agent.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that no text of the project contains a word of {@code avoided-words.txt}. */
class LanguageTest {
    private static final Path ROOT = Path.of("..");
    private static final Path WORDS = Path.of("src/test/resources/avoided-words.txt");
    /** The changelog has a table of previous names. The texts of licenses must not be changed. */
    private static final Set<String> EXEMPT = Set.of("avoided-words.txt", "CHANGELOG.md", "LICENSE", "third-party.ftl");

    private static final Set<String> SKIPPED_DIRECTORIES = Set.of("target", ".git", "node_modules", ".idea", ".vscode");
    private static final Pattern BINARY = Pattern.compile(".*\\.(png|jar|db|p12|jks|gz|ico|woff2?)");
    private static final Pattern NAME = Pattern.compile("[A-Za-z]+_?");
    /** {@code readFIFOOrder2} has the parts read, FIFO and Order. */
    private static final Pattern PART = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+");

    @Test
    void noTextUsesAnAvoidedWord() throws IOException {
        Set<String> avoided = avoidedWords();
        List<String> found = new ArrayList<>();
        for (Path file : texts()) {
            List<String> lines;
            try {
                lines = Files.readAllLines(file);
            } catch (MalformedInputException e) {
                continue;
            }
            for (int i = 0; i < lines.size(); i++)
                for (String word : avoidedIn(lines.get(i), avoided))
                    found.add(ROOT.relativize(file) + ":" + (i + 1) + ": " + word);
        }
        assertThat(found)
                .as("%s lists the words; CONTRIBUTING.md says how the project writes", WORDS)
                .isEmpty();
    }

    @Test
    void wordsAndPartsOfNamesAreFound() {
        Set<String> avoided = Set.of("zebra", "yak_");
        assertThat(avoidedIn("as Zebra, zebras zebraCrossing isZEBRA wasZebra_x", avoided))
                .containsExactly("Zebra", "zebra", "ZEBRA", "Zebra");
        assertThat(avoidedIn("a yak YAK_BYTES", avoided)).containsExactly("YAK_");
    }

    private static List<String> avoidedIn(String line, Set<String> avoided) {
        List<String> found = new ArrayList<>();
        for (Matcher name = NAME.matcher(line); name.find(); ) {
            if (avoided.contains(name.group().toLowerCase(Locale.ROOT))
                    && name.group().endsWith("_")
                    && name.group().equals(name.group().toUpperCase(Locale.ROOT))) found.add(name.group());
            for (Matcher part = PART.matcher(name.group()); part.find(); )
                if (avoided.contains(part.group().toLowerCase(Locale.ROOT))) found.add(part.group());
        }
        return found;
    }

    private static Set<String> avoidedWords() throws IOException {
        return Files.readAllLines(WORDS).stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .map(line -> line.trim().toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static List<Path> texts() throws IOException {
        List<Path> texts = new ArrayList<>();
        collect(ROOT, texts);
        assertThat(texts).hasSizeGreaterThan(500);
        return texts;
    }

    private static void collect(Path directory, List<Path> texts) throws IOException {
        List<Path> entries;
        try (Stream<Path> list = Files.list(directory)) {
            entries = list.sorted().toList();
        }
        for (Path entry : entries) {
            String name = entry.getFileName().toString();
            if (Files.isSymbolicLink(entry)) continue;
            if (Files.isDirectory(entry)) {
                if (!SKIPPED_DIRECTORIES.contains(name)) collect(entry, texts);
            } else if (!EXEMPT.contains(name) && !BINARY.matcher(name).matches()) texts.add(entry);
        }
    }
}
