package io.foreread.agent.reader.shape;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.io.util.RebuffererFactory;

/** The fields of classes whose state determines where data is in a file. */
final class KnownFields {
    static final String PROXY = "org.apache.cassandra.io.util.AbstractReaderFileProxy channel fileLength";
    static final String CACHED_READER = "org.apache.cassandra.cache.ChunkCache$CachingRebufferer source alignmentMask";

    private KnownFields() {}

    /**
     * Returns whether a class exists and has exactly these fields, without static ones.
     *
     * @param classAndFields the names of the class and of its fields, separated by spaces; a field that not all lines have ends
     *     with a question mark
     */
    static boolean are(String classAndFields) {
        List<String> words = Arrays.asList(classAndFields.split(" "));
        Set<String> unknown = new HashSet<>();
        try {
            Class<?> type = Class.forName(words.get(0), false, RebuffererFactory.class.getClassLoader());
            for (Field field : type.getDeclaredFields())
                if (!field.isSynthetic() && !Modifier.isStatic(field.getModifiers())) unknown.add(field.getName());
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
        for (String field : words.subList(1, words.size())) {
            boolean optional = field.endsWith("?");
            boolean declared = unknown.remove(optional ? field.substring(0, field.length() - 1) : field);
            if (!declared && !optional) return false;
        }
        return unknown.isEmpty();
    }
}
