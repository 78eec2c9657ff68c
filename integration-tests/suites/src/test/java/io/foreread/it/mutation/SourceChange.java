package io.foreread.it.mutation;

import io.foreread.it.contract.jvm.ContractJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * A change of a source of the agent that introduces a defect.
 *
 * @param source the path of the file in the directory of the sources
 * @param right the code that the defect replaces
 * @param wrong the code of the defect
 */
record SourceChange(String source, String right, String wrong) {
    /**
     * Writes the source with the defect, and returns the path of the file.
     *
     * @throws IllegalStateException if the source does not contain the code that the defect replaces, or contains it
     *     more than once
     */
    Path writeTo(Path directory) throws IOException {
        String text = Files.readString(ContractJvm.sources().resolve(source));
        if (text.split(Pattern.quote(right), -1).length != 2)
            throw new IllegalStateException(source + " does not contain exactly once: " + right);
        Path file = directory.resolve(source);
        Files.createDirectories(file.getParent());
        return Files.write(file, List.of(text.replace(right, wrong)));
    }

    /**
     * Compiles the source with the defect, and returns the directory of its classes.
     *
     * @param directory the directory for the source and the classes
     * @param classPath the class path of the agent
     * @throws IllegalStateException if the source with the defect does not compile
     */
    Path compileIn(Path directory, String classPath) throws IOException {
        Path changed = writeTo(directory.resolve("source"));
        Path classes = Files.createDirectories(directory.resolve("classes"));
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-nowarn",
                        "-proc:none",
                        "-cp",
                        classPath,
                        "-d",
                        classes.toString(),
                        changed.toString());
        if (code != 0) throw new IllegalStateException(changed + " does not compile");
        return classes;
    }
}
