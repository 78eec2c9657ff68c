package io.foreread.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.EndpointConfig;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.http.EndpointException;
import io.foreread.exporter.own.FixedReadAheadState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests the exporter on a Java runtime without the module jdk.httpserver, which Cassandra does not need. */
class WithoutHttpModuleTest {
    /** The modules that Cassandra itself needs. */
    private static final String MODULES =
            "java.base,java.logging,java.management,java.naming,java.rmi,java.sql,jdk.management,jdk.unsupported";

    @Test
    void missingHttpModuleIsReported() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--limit-modules",
                        MODULES,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Start.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).contains("127.0.0.1:0", "jdk.httpserver", "listen");
        assertThat(process.waitFor()).isZero();
    }

    /** The main class of the JVM with limited modules. It starts the exporter and prints the message of the exception. */
    static final class Start {
        private Start() {}

        public static void main(String[] arguments) {
            try {
                MetricsExporter.start(
                        new EndpointConfig("127.0.0.1", 0),
                        MetricsConfig.defaults(),
                        new BuildInfo("", ""),
                        new FixedReadAheadState());
            } catch (EndpointException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
