package io.foreread.it.link;

/**
 * One class or member that a class file refers to.
 *
 * @param from internal name of the class that contains the reference
 * @param owner internal name of the referenced class
 * @param name the name of the member; null for the class itself
 * @param descriptor the descriptor of the member; null for the class itself
 */
record Reference(String from, String owner, String name, String descriptor, Use use) {
    enum Use {
        TYPE,
        /** A class that occurs only in a descriptor: it must exist, but does not have to be accessible. */
        MENTION,
        SUPERTYPE,
        FIELD,
        STATIC_FIELD,
        VIRTUAL,
        INTERFACE,
        SPECIAL,
        STATIC
    }

    boolean isField() {
        return use == Use.FIELD || use == Use.STATIC_FIELD;
    }

    boolean isStatic() {
        return use == Use.STATIC_FIELD || use == Use.STATIC;
    }

    /** The same reference from another class. */
    Reference madeBy(String other) {
        return new Reference(other, owner, name, descriptor, use);
    }

    @Override
    public String toString() {
        return owner.replace('/', '.') + (name == null ? "" : "." + name + (isField() ? " " : "") + descriptor)
                + " (from " + from.replace('/', '.') + ")";
    }
}
