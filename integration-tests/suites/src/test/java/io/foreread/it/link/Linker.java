package io.foreread.it.link;

import io.foreread.it.link.Reference.Use;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.Opcodes;

/** Resolves references against one release as the JVM does (JVMS 5.4.3 and 5.4.4). */
final class Linker {
    private record Member(ClassShape declaring, int access) {}

    private final ReleaseClasses classes;

    Linker(ReleaseClasses classes) {
        this.classes = classes;
    }

    /** @return the reason why the reference does not link; null if it links */
    String problem(Reference reference) {
        ClassShape owner = classes.shape(reference.owner());
        if (owner == null) return "no class: " + reference;
        if (reference.use() == Use.MENTION) return null;
        if (!accessible(owner.access(), owner, reference.from())) return "class not accessible: " + reference;
        if (reference.use() == Use.SUPERTYPE)
            return ClassShape.has(owner.access(), Opcodes.ACC_FINAL) ? "class is final: " + reference : null;
        if (reference.name() == null) return null;

        if (reference.use() == Use.INTERFACE && !owner.isInterface())
            return "owner is no longer an interface: " + reference;
        if (reference.use() == Use.VIRTUAL && owner.isInterface()) return "owner is an interface now: " + reference;
        Member member = reference.isField()
                ? field(owner, reference.name() + ":" + reference.descriptor())
                : method(owner, reference.name() + reference.descriptor());
        // Constructors are not inherited.
        if (member == null
                || (reference.name().equals("<init>") && !member.declaring().equals(owner)))
            return "no member: " + reference;
        if (ClassShape.has(member.access(), Opcodes.ACC_STATIC) != reference.isStatic())
            return "member has become static, or is no longer static: " + reference;
        return accessible(member.access(), member.declaring(), reference.from())
                ? null
                : "member not accessible: " + reference;
    }

    /**
     * Abstract methods of supertypes that a class of Foreread does not implement, and final methods that it overrides.
     */
    List<String> unimplemented(String internalName) {
        ClassShape type = classes.shape(internalName);
        Set<String> supertypes = supertypes(type);
        List<String> problems = new ArrayList<>();
        for (String supertype : supertypes) {
            classes.shape(supertype).methods().forEach((method, access) -> {
                if (ClassShape.has(access, Opcodes.ACC_ABSTRACT)
                        && !type.isAbstract()
                        && !implemented(type, supertypes, method))
                    problems.add(internalName + " does not implement " + supertype + "." + method);
                if (ClassShape.has(access, Opcodes.ACC_FINAL)
                        && !ClassShape.has(access, Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)
                        && type.methods().containsKey(method))
                    problems.add(internalName + " overrides the final " + supertype + "." + method);
            });
        }
        return problems;
    }

    private boolean implemented(ClassShape type, Set<String> supertypes, String method) {
        Set<String> chain = new LinkedHashSet<>(supertypes);
        chain.add(type.name());
        return chain.stream()
                .map(classes::shape)
                .map(shape -> shape.methods().get(method))
                .anyMatch(access -> access != null && !ClassShape.has(access, Opcodes.ACC_ABSTRACT));
    }

    /** The direct and indirect supertypes that exist. {@link #problem} reports missing supertypes. */
    private Set<String> supertypes(ClassShape type) {
        Set<String> all = new LinkedHashSet<>();
        for (String supertype : type.supertypes()) {
            ClassShape shape = classes.shape(supertype);
            if (shape == null) continue;
            all.add(supertype);
            all.addAll(supertypes(shape));
        }
        return all;
    }

    private Member field(ClassShape type, String key) {
        Integer access = type.fields().get(key);
        if (access != null) return new Member(type, access);
        return supertypes(type).stream()
                .map(classes::shape)
                .filter(shape -> shape.fields().containsKey(key))
                .findFirst()
                .map(shape -> new Member(shape, shape.fields().get(key)))
                .orElse(null);
    }

    private Member method(ClassShape type, String key) {
        Integer access = type.methods().get(key);
        if (access != null) return new Member(type, access);
        return supertypes(type).stream()
                .map(classes::shape)
                .filter(shape -> shape.methods().containsKey(key))
                .findFirst()
                .map(shape -> new Member(shape, shape.methods().get(key)))
                .orElse(null);
    }

    private boolean accessible(int access, ClassShape declaring, String from) {
        if (ClassShape.has(access, Opcodes.ACC_PUBLIC) || declaring.name().equals(from)) return true;
        if (ClassShape.has(access, Opcodes.ACC_PRIVATE)) return false;
        if (declaring.packageName().equals(ClassShape.packageOf(from))) return true;
        ClassShape user = classes.shape(from);
        return ClassShape.has(access, Opcodes.ACC_PROTECTED)
                && user != null
                && supertypes(user).contains(declaring.name());
    }
}
