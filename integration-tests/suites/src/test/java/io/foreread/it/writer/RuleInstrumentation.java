package io.foreread.it.writer;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The instrumentation of the JVM that runs the rules, which a jar with a manifest only obtains for it. */
public final class RuleInstrumentation {
    static volatile Instrumentation instrumentation;

    private RuleInstrumentation() {}

    /** Called by the JVM. */
    public static void premain(String arguments, Instrumentation given) {
        instrumentation = given;
    }

    /** @return the JVM option that loads the jar. Its class is in the class path of the rules */
    static String option(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", RuleInstrumentation.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream archive = new JarOutputStream(out, manifest)) {
            archive.finish();
        }
        return "-javaagent:" + jar;
    }
}
