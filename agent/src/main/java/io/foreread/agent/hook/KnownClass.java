package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A landmark for a hook that loses data if a class does something else than before: the class, which can be another one than the
 * hooked class, has the code of a release that was examined. With any other code the hook is skipped.
 */
public final class KnownClass extends Weave {
    private final String typeName;
    private final List<String> digests;

    private KnownClass(String typeName, List<String> digests) {
        this.typeName = typeName;
        this.digests = digests;
    }

    /**
     * @param typeName full name of the class
     * @param digests of the fields, methods and instructions of the class in the examined releases, as in the reason of a hook
     *     that was skipped. Line numbers do not count
     */
    static KnownClass of(String typeName, String... digests) {
        return new KnownClass(typeName, Collections.unmodifiableList(Arrays.asList(digests)));
    }

    @Override
    public boolean changesCode() {
        return false;
    }

    public String typeName() {
        return typeName;
    }

    public List<String> digests() {
        return digests;
    }
}
