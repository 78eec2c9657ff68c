package io.foreread.agent.resident;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of one attachment from a {@link PrivateCopy} of a jar of Foreread. Thread-safe.
 *
 * <p>It loads Foreread's own classes and the libraries in the jar itself, even if the parent has classes of these names,
 * which can be of another version. The parent loads the resident classes and everything else.
 *
 * <p>The class loader must become unreachable after a detach. Therefore it is not a {@code URLClassLoader}: a thread that
 * Cassandra starts while a class of Foreread is on the stack keeps the protection domains of the stack, and those of a
 * {@code URLClassLoader} refer to it.
 */
@SuppressWarnings("BanClassLoader") // loads one jar, whose path the operator gave to the JVM
final class AttachmentLoader extends ClassLoader implements Closeable {
    private static final String OWN = "io.foreread.";
    private static final String RESIDENT = AttachmentLoader.class.getPackage().getName() + '.';
    private static final String ENTRY = "io.foreread.agent.ForereadAgent";

    static {
        registerAsParallelCapable();
    }

    /** The jar that the operator has named, for messages and as the source of the classes. */
    private final File path;

    private final JarFile jar;
    private final ProtectionDomain domain;

    AttachmentLoader(File path, ClassLoader parent) throws IOException {
        super(parent);
        this.path = path;
        Permissions all = new Permissions();
        all.add(new AllPermission());
        domain = new ProtectionDomain(new CodeSource(path.toURI().toURL(), (Certificate[]) null), all);
        jar = PrivateCopy.open(path);
    }

    private static boolean isOwn(String name) {
        return name.startsWith(OWN) && !name.startsWith(RESIDENT) && !name.equals(ENTRY);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isOwn(name)) return super.loadClass(name, resolve);
        synchronized (getClassLoadingLock(name)) {
            Class<?> type = findLoadedClass(name);
            if (type == null) type = findClass(name);
            if (resolve) resolveClass(type);
            return type;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        // The bridges to Cassandra work only in its own class loader.
        if (!isOwn(name)) throw new ClassNotFoundException(name);
        byte[] classFile;
        try {
            classFile = bytes(name.replace('.', '/') + ".class");
        } catch (IOException | IllegalStateException e) {
            throw new ClassNotFoundException(name + " cannot be read from " + path, e);
        }
        if (classFile == null) throw new ClassNotFoundException(name + " is not in " + path);
        definePackageOf(name);
        return defineClass(name, classFile, 0, classFile.length, domain);
    }

    /** Java 8 does not define packages itself. */
    private void definePackageOf(String className) {
        String name = className.substring(0, className.lastIndexOf('.'));
        if (getPackage(name) != null) return;
        try {
            definePackage(name, null, null, null, null, null, null, null);
        } catch (IllegalArgumentException e) {
            // Another thread has defined it in the meantime.
        }
    }

    private byte @Nullable [] bytes(String entryName) throws IOException {
        JarEntry entry = jar.getJarEntry(entryName);
        if (entry == null) return null;
        try (InputStream in = jar.getInputStream(entry)) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(Math.max(32, (int) entry.getSize()));
            byte[] buffer = new byte[1 << 13];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) out.write(buffer, 0, count);
            return out.toByteArray();
        }
    }

    /** Prefers the resources of the jar, as for classes. */
    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        try {
            byte[] content = bytes(name);
            return content == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(content);
        } catch (IOException | IllegalStateException e) {
            return null;
        }
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> all = new ArrayList<>();
        URL own = findResource(name);
        if (own != null) all.add(own);
        all.addAll(Collections.list(getParent().getResources(name)));
        return Collections.enumeration(all);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        try {
            byte[] content = bytes(name);
            return content == null ? null : new URL("jar", "", -1, path.toURI() + "!/" + name, new Content(content));
        } catch (IOException | IllegalStateException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL own = findResource(name);
        return Collections.enumeration(own == null ? Collections.emptyList() : Collections.singletonList(own));
    }

    /** Closes the copy of the jar. Classes that are loaded stay usable; no more classes can be loaded. */
    @Override
    public void close() throws IOException {
        jar.close();
    }

    /** Serves a resource from memory. The handler of the JDK would keep the jar open in a cache. */
    private static final class Content extends URLStreamHandler {
        private final byte[] bytes;

        Content(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected URLConnection openConnection(URL url) throws MalformedURLException {
            return new URLConnection(url) {
                @Override
                public void connect() {
                    // The content is in memory.
                }

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(bytes);
                }

                @Override
                public int getContentLength() {
                    return bytes.length;
                }
            };
        }
    }
}
