package io.foreread.it.link;

/**
 * One class or member that a class file refers to.
 *
 * @param from internal name of the class that refers
 * @param owner internal name of the class referred to
 * @param name of the member; null for the class itself
 * @param descriptor of the member; null for the class itself
 */
record Reference(String from, String owner, String name, String descriptor, Use use) {
    enum Use {
        TYPE,
        /** Named in a descriptor only: must exist, need not be accessible. */
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

    /** The same reference, made by another class. */
    Reference madeBy(String other) {
        return new Reference(other, owner, name, descriptor, use);
    }

    @Override
    public String toString() {
        return owner.replace('/', '.') + (name == null ? "" : "." + name + (isField() ? " " : "") + descriptor)
                + " (from " + from.replace('/', '.') + ")";
    }
}
