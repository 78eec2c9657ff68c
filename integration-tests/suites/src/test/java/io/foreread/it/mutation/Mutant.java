package io.foreread.it.mutation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * One mutant of PIT and its result.
 *
 * @param type the simple name of the class
 * @param number the position among the mutants of the same method and mutator, from 1; it does not depend on line numbers
 * @param caughtBy the test that killed the mutant; empty if no test failed
 */
record Mutant(
        String type,
        String method,
        String mutator,
        int number,
        int line,
        String description,
        boolean detected,
        String caughtBy) {

    /** Identifies the mutant, for example {@code BlockPool.release ConditionalsBoundary 1}. */
    String key() {
        return type + "." + method + " " + mutator + " " + number;
    }

    /** @param report a mutations.xml of PIT */
    static List<Mutant> readAll(Path report) throws IOException {
        List<Element> elements = new ArrayList<>();
        try {
            NodeList nodes = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getElementsByTagName("mutation");
            for (int i = 0; i < nodes.getLength(); i++) elements.add((Element) nodes.item(i));
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException("not a report of PIT: " + report, e);
        }
        elements.sort(Comparator.comparing((Element element) -> text(element, "mutatedClass"))
                .thenComparing(element -> Integer.parseInt(text(element, "lineNumber")))
                .thenComparing(element -> Integer.parseInt(text(element, "index"))));
        Map<String, Integer> numbers = new HashMap<>();
        return elements.stream().map(element -> of(element, numbers)).toList();
    }

    private static Mutant of(Element element, Map<String, Integer> numbers) {
        String type = text(element, "mutatedClass").replaceFirst(".*\\.", "");
        String method = text(element, "mutatedMethod");
        String mutator = text(element, "mutator").replaceFirst(".*\\.", "").replaceFirst("Mutator(_.*)?$", "$1");
        return new Mutant(
                type,
                method,
                mutator,
                numbers.merge(type + "." + method + " " + mutator, 1, Integer::sum),
                Integer.parseInt(text(element, "lineNumber")),
                text(element, "description"),
                element.getAttribute("detected").equals("true"),
                text(element, "killingTest"));
    }

    private static String text(Element element, String child) {
        NodeList found = element.getElementsByTagName(child);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }
}
