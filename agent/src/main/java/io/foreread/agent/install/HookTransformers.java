package io.foreread.agent.install;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Transforms a class by one transformer after another, each of which gets the result of those before it. If one of them does
 * not change the class, or fails, the changes of the others remain. Thread-safe if the transformers are.
 */
final class HookTransformers implements ClassFileTransformer {
    private final Map<String, List<ClassFileTransformer>> byInternalName = new HashMap<>();

    /** @param byName the transformers of each class, by its name */
    HookTransformers(Map<String, List<ClassFileTransformer>> byName) {
        byName.forEach(
                (name, transformers) -> byInternalName.put(name.replace('.', '/'), new ArrayList<>(transformers)));
    }

    /** @return null if no transformer has changed the class */
    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String internalName,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        List<ClassFileTransformer> transformers = internalName == null ? null : byInternalName.get(internalName);
        if (transformers == null) return null;
        byte[] changed = null;
        for (ClassFileTransformer next : transformers) {
            try {
                byte[] result =
                        next.transform(loader, internalName, redefined, domain, changed == null ? classFile : changed);
                if (result != null) changed = result;
            } catch (Throwable e) {
                // ByteBuddy has passed it to its listener. The JVM would drop the changes of all transformers.
            }
        }
        return changed;
    }
}
