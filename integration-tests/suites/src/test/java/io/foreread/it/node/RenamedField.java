package io.foreread.it.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import net.bytebuddy.utility.OpenedClassReader;

/** Gives a field another name in all classes of a jar, as in a release that Foreread does not know. */
final class RenamedField {
    private final String owners;
    private final String name;
    private final String descriptor;

    /**
     * @param owners the beginning of the internal names of the class that has the field and of its subclasses
     * @param descriptor of the type of the field
     */
    RenamedField(String owners, String name, String descriptor) {
        this.owners = owners;
        this.name = name;
        this.descriptor = descriptor;
    }

    /**
     * Writes the classes that change.
     *
     * @return the number of these classes
     */
    int write(Path jar, Path directory) throws IOException {
        int changed = 0;
        try (ZipFile classes = new ZipFile(jar.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = classes.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (!entry.getName().endsWith(".class")) continue;
                byte[] original;
                try (InputStream in = classes.getInputStream(entry)) {
                    original = in.readAllBytes();
                }
                byte[] renamed = renamed(original);
                if (renamed == null) continue;
                Path file = directory.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.write(file, renamed);
                changed++;
            }
        }
        return changed;
    }

    /** @return null if the class does not contain the field */
    private byte[] renamed(byte[] original) {
        boolean[] found = new boolean[1];
        Remapper remapper = new Remapper(OpenedClassReader.ASM_API) {
            @Override
            public String mapFieldName(String owner, String field, String type) {
                if (!owner.startsWith(owners) || !field.equals(name) || !type.equals(descriptor)) return field;
                found[0] = true;
                return field + "Renamed";
            }
        };
        ClassWriter written = new ClassWriter(0);
        new ClassReader(original).accept(new ClassRemapper(written, remapper), 0);
        return found[0] ? written.toByteArray() : null;
    }

    @Override
    public String toString() {
        return name;
    }
}
