package io.foreread.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs {@code foreread status} against an agent of a version that lacks some attributes. */
class OlderAgentTest {
    /** The attributes of the older agent. */
    public interface OldMXBean {
        String getVersion();

        boolean isEnabled();

        String getMode();

        Map<String, String> getHooks();

        Map<String, Long> getFallbacks();
    }

    private static final class Old implements OldMXBean {
        @Override
        public String getVersion() {
            return "0.0.9";
        }

        @Override
        public boolean isEnabled() {
            return true;
        }

        @Override
        public String getMode() {
            return "auto";
        }

        @Override
        public Map<String, String> getHooks() {
            return Map.of("scrubber", "applied");
        }

        @Override
        public Map<String, Long> getFallbacks() {
            return Map.of();
        }
    }

    @Test
    void statusShowsTheVersionAndWhatIsKnown() throws Exception {
        try (AgentOverJmx node = new AgentOverJmx(new Old(), Map.of())) {
            CommandRun run = CommandRun.of("status", "--jmx", node.address());
            assertThat(run.err()).isEmpty();
            assertThat(run.out())
                    .contains("Foreread 0.0.9 in ")
                    .containsPattern("read-ahead +on, mode auto\n")
                    .containsPattern("block size +unknown\n")
                    .containsPattern("hooks applied +scrubber\n");
        }
    }
}
