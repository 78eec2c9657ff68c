package io.foreread.exporter.jmx.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.rmi.server.RemoteObject;
import java.rmi.server.UnicastRemoteObject;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks which objects of a node are deserialized. */
class SerialFilterTest {
    /** The number of MBeans of a large node. */
    private static final int MBEANS = 750_000;

    private static byte[] serialized(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static Object deserialized(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter(SerialFilter.PATTERN));
            return in.readObject();
        }
    }

    @Test
    void arrayIsRejectedBeforeItIsAllocated() throws IOException {
        byte[] bytes = serialized(new long[1]);
        // The length precedes the only element.
        ByteBuffer.wrap(bytes).putInt(bytes.length - Long.BYTES - Integer.BYTES, Integer.MAX_VALUE);
        assertThatThrownBy(() -> deserialized(bytes)).isInstanceOf(InvalidClassException.class);
    }

    @Test
    void bucketCountsAreAccepted() throws Exception {
        assertThat(deserialized(serialized(new long[165]))).isEqualTo(new long[165]);
    }

    @Test
    void setOfTheMBeansOfALargeNodeIsAccepted() throws Exception {
        Set<Integer> set = IntStream.range(0, MBEANS).boxed().collect(Collectors.toCollection(HashSet::new));
        assertThat((Set<?>) deserialized(serialized(set))).hasSize(MBEANS);
    }

    /** The deserialization of this class opens a port. */
    @Test
    void objectThatExportsItselfIsRejected() throws IOException {
        byte[] bytes = serialized(UnicastRemoteObject.class);
        assertThatThrownBy(() -> deserialized(bytes)).isInstanceOf(InvalidClassException.class);
    }

    @Test
    void superclassOfStubsIsAccepted() throws Exception {
        assertThat(deserialized(serialized(RemoteObject.class))).isEqualTo(RemoteObject.class);
    }
}
