package io.foreread.agent.command.node;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.AgentLoadException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Uses an attach API that throws what the API of newer Java versions throws. */
class AttachedJvmTest {
    private static final Path JAR = Path.of("/opt/foreread-agent.jar");

    @Test
    void answerOfJava8IsSuccess() {
        assertThatCode(() -> jvm(new AgentLoadException("0")).loadAgent(JAR, ""))
                .doesNotThrowAnyException();
        assertThatCode(() -> jvm(new InternalError("instrument library is missing", new AgentLoadException("0")))
                        .loadAgent(JAR, ""))
                .doesNotThrowAnyException();
    }

    @Test
    void otherFailuresAreThrown() {
        for (Throwable failure : new Throwable[] {
            new AgentLoadException("102"), new AgentLoadException(), new IllegalStateException("0"), new InternalError()
        }) assertThatThrownBy(() -> jvm(failure).loadAgent(JAR, "")).isSameAs(failure);
    }

    private static AttachedJvm jvm(Throwable failure) {
        return new AttachedJvm(Machine.class, new Machine(failure));
    }

    /** The method of {@code com.sun.tools.attach.VirtualMachine} that the agent uses. */
    public static final class Machine {
        private final Throwable failure;

        Machine(Throwable failure) {
            this.failure = failure;
        }

        public void loadAgent(String jar, String arguments) throws Throwable {
            if (!jar.isEmpty()) throw failure;
        }
    }
}
