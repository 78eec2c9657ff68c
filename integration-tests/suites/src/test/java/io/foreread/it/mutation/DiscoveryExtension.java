package io.foreread.it.mutation;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Skips the bodies of tests while PIT looks for the tests of a mutant. PIT finds the invocations of a parameterized test
 * by executing its class. The JVM of each mutant would execute all tests of all classes that reach the mutant before it
 * executes the first of them on the mutant, which takes most of the time. The JVM that measures coverage also measures how
 * long tests take, and executes them.
 *
 * <p>JUnit loads this class in the JVMs of PIT, see {@link Pit#classPath}.
 */
public final class DiscoveryExtension implements InvocationInterceptor {
    private static final String JVM_OF_A_MUTANT = "org.pitest.mutationtest.execute.MutationTestMinion";
    private static final String DISCOVERY = "org.pitest.junit5.JUnit5TestUnitFinder";

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        proceedUnlessInDiscovery(invocation);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        proceedUnlessInDiscovery(invocation);
    }

    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext test, ExtensionContext context) throws Throwable {
        proceedUnlessInDiscovery(invocation);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        proceedUnlessInDiscovery(invocation);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        proceedUnlessInDiscovery(invocation);
    }

    private static void proceedUnlessInDiscovery(Invocation<Void> invocation) throws Throwable {
        if (callers(JVM_OF_A_MUTANT) && callers(DISCOVERY)) invocation.skip();
        else invocation.proceed();
    }

    private static boolean callers(String className) {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(className)));
    }
}
