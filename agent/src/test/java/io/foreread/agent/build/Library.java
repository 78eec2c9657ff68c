package io.foreread.agent.build;

import java.util.List;
import java.util.Locale;

/** The dependencies outside the JDK, with the names that the documentation uses. */
enum Library {
    CASSANDRA("org.apache.cassandra.."),
    GUAVA("com.google.common.."),
    BYTE_BUDDY("net.bytebuddy.."),
    DROPWIZARD("com.codahale.metrics.."),
    MICROMETER("io.micrometer.core.."),
    PROMETHEUS_CLIENT("io.prometheus..", "io.micrometer.prometheus.."),
    HTTP_SERVER("com.sun.net.httpserver.."),
    JMX("javax.management..", "javax.naming..", "javax.rmi..", "javax.security.."),
    TLS("javax.net.ssl..", "javax.crypto..", "javax.security.auth.x500..", "javax.naming.ldap.."),
    BCRYPT("at.favre.lib.crypto.bcrypt.."),
    PICOCLI("picocli.."),
    SNAKE_YAML("org.yaml.snakeyaml.."),
    SLF4J("org.slf4j..");

    private final List<String> packages;

    Library(String... packages) {
        this.packages = List.of(packages);
    }

    /** Patterns of its packages. */
    List<String> packages() {
        return packages;
    }

    @Override
    public String toString() {
        return switch (this) {
            case BYTE_BUDDY -> "ByteBuddy";
            case PROMETHEUS_CLIENT -> "Prometheus client";
            case HTTP_SERVER -> "the JDK's HTTP server";
            case SNAKE_YAML -> "SnakeYAML";
            case JMX, TLS, SLF4J -> name();
            default -> name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        };
    }
}
