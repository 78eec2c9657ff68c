package io.foreread.it.summary;

import io.foreread.it.summary.ResultRow.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The XML reports of Surefire or Failsafe in one directory. Reports that are older than the run are ignored. */
final class MavenReports {
    private final Path directory;
    private final Instant start;

    MavenReports(Path directory, Instant start) {
        this.directory = directory;
        this.start = start;
    }

    boolean has(String className) {
        Path report = directory.resolve("TEST-" + className + ".xml");
        return Files.exists(report) && isFresh(report);
    }

    /** A row for each test. The reason of a failed or skipped test starts with its class and method. */
    List<ResultRow> rows(String suite) {
        List<ResultRow> rows = new ArrayList<>();
        if (!Files.isDirectory(directory)) return rows;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path report : files.filter(
                            file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .filter(this::isFresh)
                    .sorted()
                    .toList()) addRows(report, suite, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private boolean isFresh(Path report) {
        try {
            return !Files.getLastModifiedTime(report).toInstant().isBefore(start);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void addRows(Path report, String suite, List<ResultRow> rows) throws IOException {
        try (InputStream in = Files.newInputStream(report)) {
            XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(in);
            String test = "";
            Result result = Result.PASSED;
            String reason = "";
            while (xml.hasNext()) {
                int event = xml.next();
                if (event == XMLStreamReader.END_ELEMENT && xml.getLocalName().equals("testcase"))
                    rows.add(new ResultRow(suite, ResultRow.ANY, result, reason));
                if (event != XMLStreamReader.START_ELEMENT) continue;
                switch (xml.getLocalName()) {
                    case "testcase" -> {
                        String type = xml.getAttributeValue(null, "classname");
                        test = type.substring(type.lastIndexOf('.') + 1) + "." + xml.getAttributeValue(null, "name");
                        result = Result.PASSED;
                        reason = "";
                    }
                    case "skipped", "failure", "error" -> {
                        result = xml.getLocalName().equals("skipped") ? Result.SKIPPED : Result.FAILED;
                        String message = xml.getAttributeValue(null, "message");
                        // Surefire writes the exception of a failed assumption as text only.
                        if (message == null) message = xml.getElementText().replaceFirst("^\\S+: ", "");
                        ResultRow why = ResultRow.of(suite, List.of(), result, message);
                        reason = why.hasReason() ? test + ": " + why.reason() : "";
                    }
                    default -> {}
                }
            }
        } catch (XMLStreamException e) {
            throw new IOException("cannot read " + report, e);
        }
    }
}
