package io.foreread.it.node;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Adds simulated peers to a running node: their gossip states, their tokens, and Cassandra's own metrics of each peer.
 * The node loads this class as an agent. The class calls Cassandra by reflection, because Cassandra's classes differ
 * between lines. It must not refer to other classes of the tests, which the node does not have.
 */
public final class SimulatedPeers {
    private SimulatedPeers() {}

    /**
     * Adds the peers with numbers from {@code first} to {@code last}, in three datacenters.
     *
     * @param pid the process id of the node
     * @param directory the directory for the jar that the node loads
     */
    static void add(long pid, Path directory, int first, int last) {
        try {
            Path jar = Files.createTempFile(directory, "peers-", ".jar");
            write(jar);
            VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
            try {
                machine.loadAgent(jar.toString(), first + "," + last);
            } finally {
                machine.detach();
            }
        } catch (Exception e) {
            throw new IllegalStateException("no peers were added, see console.log of the node", e);
        }
    }

    private static void write(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", SimulatedPeers.class.getName());
        String name = SimulatedPeers.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var in = SimulatedPeers.class.getResourceAsStream("/" + name)) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
            out.closeEntry();
        }
    }

    /** Called by the JVM of the node. */
    public static void agentmain(String firstAndLast) throws Exception {
        String[] numbers = firstAndLast.split(",");
        for (int i = Integer.parseInt(numbers[0]); i <= Integer.parseInt(numbers[1]); i++) add(i);
    }

    private static void add(int number) throws Exception {
        String ip = "127.1." + number / 250 + '.' + (1 + number % 250);
        boolean atLeast40 = !exists("org.apache.cassandra.net.OutboundTcpConnectionPool");
        Object address =
                atLeast40 ? call(type("locator.InetAddressAndPort"), "getByName", ip) : InetAddress.getByName(ip);
        join(address, "dc" + number % 3, atLeast40);
        if (atLeast40) {
            Object messaging = call(type("net.MessagingService"), "instance");
            call(messaging, "getOutbound", address);
            call(messaging, "getInbound", address);
        } else {
            Object pool = create(type("net.OutboundTcpConnectionPool"), address, null);
            create(type("metrics.ConnectionMetrics"), address, pool);
        }
        Object hints = get(type("hints.HintsService"), "instance");
        call(get(hints, "metrics"), "incrCreatedHints", address);
        call(type("metrics.StreamingMetrics"), "get", address);
    }

    private static void join(Object address, String datacenter, boolean atLeast40) throws Exception {
        Object gossiper = get(type("gms.Gossiper"), "instance");
        if (atLeast40) call(gossiper, "initializeNodeUnsafe", address, UUID.randomUUID(), 12, 1);
        else call(gossiper, "initializeNodeUnsafe", address, UUID.randomUUID(), 1);
        Object storage = get(type("service.StorageService"), "instance");
        Object values = get(storage, "valueFactory");
        state(gossiper, address, "DC", call(values, "datacenter", datacenter));
        state(gossiper, address, "RACK", call(values, "rack", "r1"));
        // After half a minute, gossip removes a node that has no token.
        Object partitioner = call(type("config.DatabaseDescriptor"), "getPartitioner");
        call(call(storage, "getTokenMetadata"), "updateNormalToken", call(partitioner, "getRandomToken"), address);
    }

    private static void state(Object gossiper, Object address, String name, Object value) throws Exception {
        Object key = get(type("gms.ApplicationState"), name);
        call(gossiper, "injectApplicationState", address, key, value);
    }

    private static boolean exists(String name) {
        try {
            Class.forName(name);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName("org.apache.cassandra." + name);
    }

    /** @param target an object, or a class for a static field */
    private static Object get(Object target, String name) throws Exception {
        Class<?> type = target instanceof Class<?> given ? given : target.getClass();
        var field = type.getDeclaredField(name);
        return accessible(field).get(target);
    }

    /** @param target an object, or a class for a static method */
    private static Object call(Object target, String name, Object... arguments) throws Exception {
        for (Class<?> type = target instanceof Class<?> given ? given : target.getClass();
                type != null;
                type = type.getSuperclass())
            for (Method method : type.getDeclaredMethods())
                if (method.getName().equals(name) && fits(method.getParameterTypes(), arguments))
                    return accessible(method).invoke(target, arguments);
        throw new NoSuchMethodException(target + " " + name + Arrays.toString(arguments));
    }

    private static Object create(Class<?> type, Object... arguments) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            int count = constructor.getParameterCount();
            Object[] given = Arrays.copyOf(arguments, count);
            if (fits(constructor.getParameterTypes(), given))
                return accessible(constructor).newInstance(given);
        }
        throw new NoSuchMethodException(type + Arrays.toString(arguments));
    }

    private static boolean fits(Class<?>[] types, Object[] arguments) {
        if (types.length != arguments.length) return false;
        for (int i = 0; i < types.length; i++)
            if (arguments[i] != null
                    && !(types[i] == int.class ? arguments[i] instanceof Integer : types[i].isInstance(arguments[i])))
                return false;
        return true;
    }

    private static <T extends AccessibleObject> T accessible(T member) {
        member.setAccessible(true);
        return member;
    }
}
