package io.foreread.agent.resident;

import java.io.File;

/** An attachment and its class loader. */
final class AttachedCopy {
    /** Loads a jar; replaced in tests. */
    interface Loading {
        /** @throws RefusedException if this JVM cannot run the jar */
        AttachedCopy load(File jar) throws Exception;
    }

    private static final String PACKAGE = "io.foreread.agent.startup.";

    private final Attachment attachment;
    private final AutoCloseable loader;

    AttachedCopy(Attachment attachment, AutoCloseable loader) {
        this.attachment = attachment;
        this.loader = loader;
    }

    /** Loads a jar of Foreread into a class loader of its own. */
    static AttachedCopy load(File jar) throws Exception {
        if (!jar.isFile()) throw new RefusedException("there is no jar " + jar + " here");
        AttachmentLoader loader = new AttachmentLoader(jar, ClassLoader.getSystemClassLoader());
        try {
            checkVersion(loader, jar);
            return new AttachedCopy(
                    (Attachment) loader.loadClass(PACKAGE + "NodeAttachment")
                            .getConstructor()
                            .newInstance(),
                    loader);
        } catch (Throwable e) {
            loader.close();
            throw e;
        }
    }

    /** This is the first class of the jar that is loaded. Others can need resident classes that this JVM does not have. */
    private static void checkVersion(AttachmentLoader loader, File jar) throws Exception {
        int required;
        try {
            required = (Integer) loader.loadClass(PACKAGE + "RequiredResident")
                    .getMethod("version")
                    .invoke(null);
        } catch (ClassNotFoundException e) {
            throw new RefusedException(jar + " is no jar of Foreread that can be attached");
        }
        if (required != Resident.VERSION)
            throw new RefusedException("restart the node to run " + jar + ": it needs version " + required
                    + " of the classes that stay in the JVM, which has version " + Resident.VERSION);
    }

    Attachment attachment() {
        return attachment;
    }

    /** Closes the jar. */
    void close() throws Exception {
        loader.close();
    }
}
