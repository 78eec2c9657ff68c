package io.foreread.exporter.recorder;

import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads the classes of the exporter again, as an attachment of the agent does. All other classes are those of the tests, which
 * exist longer.
 */
public final class IsolatedClasses extends URLClassLoader {
    public IsolatedClasses() {
        super(
                new URL[] {
                    ThreadRecord.class.getProtectionDomain().getCodeSource().getLocation()
                },
                new ClassLoader(ThreadRecord.class.getClassLoader()) {
                    @Override
                    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                        if (name.startsWith("io.foreread.")) throw new ClassNotFoundException(name);
                        return super.loadClass(name, resolve);
                    }
                });
    }

    /** Waits until the garbage collector has freed an object. */
    public static void awaitCollected(WeakReference<?> object) {
        await().until(() -> {
            System.gc();
            return object.get() == null;
        });
    }
}
