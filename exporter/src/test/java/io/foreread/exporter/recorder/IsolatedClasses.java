package io.foreread.exporter.recorder;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads the classes of the exporter again, as an attachment of the agent does. All other classes are those of the tests, which
 * exist longer.
 */
public final class IsolatedClasses extends URLClassLoader {
    private static final int GC_ATTEMPTS = 300;

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

    /** Returns whether the garbage collector frees the classes. */
    public static boolean isCollected(WeakReference<?> loader) throws InterruptedException {
        for (int i = 0; i < GC_ATTEMPTS && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        return loader.get() == null;
    }
}
