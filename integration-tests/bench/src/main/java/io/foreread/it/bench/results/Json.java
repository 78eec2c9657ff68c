package io.foreread.it.bench.results;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** Conversion between records and JSON. Names of properties are those of the records, in snake case. */
final class Json {
    /** Reads only files that contain exactly the properties of the records. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Values below this depth are on the line of the value that contains them: each round or window has one line. */
    private static final int MAX_INDENTED_LEVEL = 3;

    private Json() {}

    /** Writes indented text, whose differences git can show. */
    static ObjectWriter writer() {
        return MAPPER.writer(new LineForEachRound());
    }

    /** What is wrong with a JSON text, without the names of features of the parser. */
    static String reason(JsonProcessingException e) {
        return e.getOriginalMessage().replaceFirst("; `DeserializationFeature.*", "");
    }

    private static final class LineForEachRound extends DefaultPrettyPrinter {
        private static final long serialVersionUID = 1L;

        LineForEachRound() {
            indentObjectsWith(new RoundIndenter());
            indentArraysWith(new RoundIndenter());
        }

        @Override
        public DefaultPrettyPrinter createInstance() {
            return new LineForEachRound();
        }

        @Override
        public void writeEndObject(JsonGenerator json, int count) throws IOException {
            if (_nesting <= MAX_INDENTED_LEVEL) super.writeEndObject(json, count);
            else end(json, " }");
        }

        @Override
        public void writeEndArray(JsonGenerator json, int count) throws IOException {
            if (_nesting <= MAX_INDENTED_LEVEL) super.writeEndArray(json, count);
            else end(json, " ]");
        }

        private void end(JsonGenerator json, String text) throws IOException {
            _nesting--;
            json.writeRaw(text);
        }
    }

    private static final class RoundIndenter extends DefaultIndenter {
        private static final long serialVersionUID = 1L;

        RoundIndenter() {
            super("  ", "\n");
        }

        @Override
        public void writeIndentation(JsonGenerator json, int level) throws IOException {
            if (level <= MAX_INDENTED_LEVEL) super.writeIndentation(json, level);
            else json.writeRaw(' ');
        }
    }
}
