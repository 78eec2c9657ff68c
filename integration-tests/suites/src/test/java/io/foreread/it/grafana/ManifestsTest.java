package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Checks that prometheus-rules.yaml contains the current rules, and that statefulset.yaml is valid. */
class ManifestsTest {
    private static final Path MANIFESTS = ProjectFiles.of("grafana/kubernetes");

    @Test
    void prometheusRuleManifestIsGeneratedFromTheCurrentAlerts() throws IOException {
        String generated =
                Shell.run("sh", MANIFESTS.resolve("prometheus-rules.sh").toString());
        assertThat(Files.readString(MANIFESTS.resolve("prometheus-rules.yaml")).trim())
                .as("run grafana/kubernetes/prometheus-rules.sh > grafana/kubernetes/prometheus-rules.yaml")
                .isEqualTo(generated);
    }

    /** kubernetes-validate contains the schemas of Kubernetes. With {@code --strict} it rejects unknown keys. */
    @Test
    void statefulSetManifestIsValid() {
        assumeTrue(
                Shell.has("kubernetes-validate"),
                "kubernetes-validate (PyPI) is not installed: statefulset.yaml was not validated");
        assertThat(Shell.run(
                        "kubernetes-validate",
                        "--strict",
                        MANIFESTS.resolve("statefulset.yaml").toString()))
                .contains("statefulset/cassandra", "networkpolicy/cassandra", "poddisruptionbudget/cassandra");
    }
}
