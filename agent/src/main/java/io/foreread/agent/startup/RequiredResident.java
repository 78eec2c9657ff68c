package io.foreread.agent.startup;

import io.foreread.agent.resident.Resident;

/** The version of the resident classes that this jar needs. Resident classes call it by name. */
public final class RequiredResident {
    private RequiredResident() {}

    /** The compiler copies the constant, so that this is the version of this jar, and not that of the JVM. */
    public static int version() {
        return Resident.VERSION;
    }
}
