package io.foreread.it.link;

import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.CassandraVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The jars of a release and of the agent on one class path, as in a node. Class files can be read without loading them,
 * or loaded through the agent's transformer. Not thread-safe.
 */
final class ReleaseClasses extends URLClassLoader {
    private final Map<String, ClassShape> shapes = new HashMap<>();
    private ClassFileTransformer transformer;

    static {
        registerAsParallelCapable();
    }

    private ReleaseClasses(URL[] jars) {
        super(jars, ClassLoader.getPlatformClassLoader());
    }

    static ReleaseClasses of(CassandraVersion version) {
        Stream<Path> jars = Stream.concat(
                CassandraArtifacts.inBuildDirectory().classPath(version).stream(), Stream.of(AgentJar.locate()));
        return new ReleaseClasses(jars.map(ReleaseClasses::url).toArray(URL[]::new));
    }

    /** Sets the transformer of classes that are loaded later. */
    void transformer(ClassFileTransformer wanted) {
        transformer = wanted;
    }

    /** @return null if the class does not exist */
    byte[] bytes(String internalName) {
        try (InputStream in = getResourceAsStream(internalName + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return null if the class does not exist */
    ClassShape shape(String internalName) {
        return shapes.computeIfAbsent(internalName, name -> {
            byte[] bytes = bytes(name);
            return bytes == null ? null : ClassShape.of(bytes);
        });
    }

    /** @return null if the transformer does not change the class */
    byte[] transformed(String internalName) {
        try {
            return transformer.transform(this, internalName, null, null, bytes(internalName));
        } catch (IllegalClassFormatException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String internalName = name.replace('.', '/');
        boolean hookable =
                transformer != null && name.startsWith("org.apache.cassandra.") && bytes(internalName) != null;
        byte[] woven = hookable ? transformed(internalName) : null;
        return woven == null ? super.findClass(name) : defineClass(name, woven, 0, woven.length);
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
