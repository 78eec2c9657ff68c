package io.foreread.agent.command.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All findings about a node, and what follows from them. Immutable. */
public final class Diagnosis {
    private static final List<Check> CHECKS = Collections.unmodifiableList(Arrays.asList(
            new SettingsCheck(),
            new ReleaseCheck(),
            new JavaCheck(),
            new DiskAccessCheck(),
            new ChunkCacheCheck(),
            new ReadaheadCheck(),
            new ThrottleCheck(),
            new CompressionCheck(),
            new DirectMemoryCheck(),
            new PortCheck()));

    private final List<Finding> findings;

    private Diagnosis(List<Finding> findings) {
        this.findings = findings;
    }

    public static Diagnosis of(CheckedNode node) {
        List<Finding> findings = new ArrayList<>();
        for (Check check : CHECKS) findings.add(check.of(node));
        return new Diagnosis(Collections.unmodifiableList(findings));
    }

    public List<Finding> findings() {
        return findings;
    }

    /**
     * The worst verdict of the findings that determine the gain. An unknown fact counts as worse than a small gain,
     * because it can prevent the gain.
     */
    public Verdict verdict() {
        return deciding().isEmpty() ? Verdict.HELPS : deciding().get(0).verdict();
    }

    /** Whether any finding has the verdict {@link Verdict#PROBLEM}. */
    public boolean hasProblem() {
        return findings.stream().anyMatch(finding -> finding.verdict() == Verdict.PROBLEM);
    }

    /** The overall verdict in one line. */
    public String summary() {
        switch (verdict()) {
            case HELPS:
                return "Foreread helps: scans of this node read in large blocks and make fewer requests.";
            case HELPS_LITTLE:
                return "Foreread helps little: " + names() + ".";
            case DOES_NOTHING:
                return "Foreread does not make scans of this node faster: " + names() + ".";
            default:
                return "It is unknown whether Foreread helps, because of: " + names() + ".";
        }
    }

    private String names() {
        return deciding().stream().map(Finding::name).collect(Collectors.joining(", "));
    }

    private List<Finding> deciding() {
        Verdict worst = findings.stream()
                .map(Finding::verdict)
                .filter(verdict -> verdict.decides() && verdict != Verdict.HELPS)
                .max(Enum::compareTo)
                .orElse(Verdict.HELPS);
        return worst == Verdict.HELPS
                ? Collections.emptyList()
                : findings.stream()
                        .filter(finding -> finding.verdict() == worst)
                        .collect(Collectors.toList());
    }

    /** The values by name, for JSON. */
    public Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("verdict", verdict());
        values.put("summary", summary());
        values.put("findings", findings.stream().map(Finding::values).collect(Collectors.toList()));
        return values;
    }
}
