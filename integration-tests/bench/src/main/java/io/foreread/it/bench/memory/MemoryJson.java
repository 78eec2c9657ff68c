package io.foreread.it.bench.memory;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;

/** Formats the result of {@code ./bench memory} as JSON. */
final class MemoryJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private MemoryJson() {}

    static void write(MemoryResult result, Path file) throws IOException {
        MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), of(result));
    }

    static ObjectNode of(MemoryResult result) {
        MemoryWork work = result.work();
        ObjectNode root = MAPPER.createObjectNode()
                .put("cassandra", result.release().text())
                .put("minutes", result.minutes())
                .put("met", result.isMet())
                .put("max_agent_bytes", result.max(MemorySample::agentBytes))
                .put("max_stock_bytes", result.max(MemorySample::stockBytes))
                .put("max_held_bytes", result.max(MemorySample::heldBytes))
                .put("max_difference_bytes", result.max(result::differenceBytes))
                .put("max_difference_outside_pools_bytes", result.max(result::differenceOutsidePoolsBytes))
                .put("budget_bytes", result.budgetBytes())
                .put("limit_bytes", result.limitBytes())
                .put("samples_over_limit", result.samplesOverLimit())
                .put("longest_gap_seconds", result.longestGapSeconds())
                .put("compactions", work.compactions())
                .put("rewrites", work.rewrites())
                .put("scrubs", work.scrubs())
                .put("reads", work.reads())
                .put("failed_requests", work.failedRequests())
                .put("scans_ahead", work.scansAhead())
                .put("block_size_changes", work.blockSizes())
                .put("switches", work.switches());
        work.fallbacks().forEach(root.putObject("fallbacks")::put);
        ArrayNode reasons = root.putArray("reasons");
        result.reasons().forEach(reasons::add);
        ArrayNode samples = root.putArray("samples");
        for (MemorySample sample : result.samples())
            samples.addObject()
                    .put("second", sample.second())
                    .put("agent_bytes", sample.agentBytes())
                    .put("stock_bytes", sample.stockBytes())
                    .put("held_bytes", sample.heldBytes())
                    .put("agent_pool_bytes", sample.agentPoolBytes())
                    .put("stock_pool_bytes", sample.stockPoolBytes())
                    .put("difference_bytes", result.differenceBytes(sample))
                    .put("difference_outside_pools_bytes", result.differenceOutsidePoolsBytes(sample));
        return root;
    }
}
