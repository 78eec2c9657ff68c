package io.foreread.exporter.security;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Identifies clients by their addresses. */
public final class ClientAddress {
    /**
     * The bytes of an IPv6 address that identify a client. A provider assigns a prefix of 64 bits or shorter to one
     * customer.
     */
    private static final int IPV6_PREFIX_BYTES = 8;

    private ClientAddress() {}

    /** Returns a key that is the same for all addresses of one client. */
    public static ByteBuffer key(InetAddress address) {
        byte[] bytes = address.getAddress();
        return ByteBuffer.wrap(address instanceof Inet6Address ? Arrays.copyOf(bytes, IPV6_PREFIX_BYTES) : bytes);
    }
}
