package io.foreread.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.foreread.agent.readahead.Allocation;
import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.OpenScans;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Uses the MBean through JMX, as an operator does. */
class ReadAheadMBeanTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ReadAhead readAhead = new ReadAhead();
    private final ReadAheadControl control = new ReadAheadControl(readAhead, false);
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.foreread.ReadAhead");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private ObjectName name;

    @BeforeEach
    void register() throws JMException {
        name = new ObjectName(ReadAheadMXBean.NAME);
        control.register();
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void unregister() throws JMException {
        logger.detachAppender(log);
        control.unregister();
    }

    private Object get(String attribute) throws JMException {
        return server.getAttribute(name, attribute);
    }

    private void set(String attribute, Object value) throws JMException {
        server.setAttribute(name, new Attribute(attribute, value));
    }

    private List<String> logged() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void theMBeanIsRegisteredOnceAndUnregisteredWithoutAnErrorIfItIsGone() throws JMException {
        assertThat(server.isRegistered(name)).isTrue();
        assertThatThrownBy(control::register).isInstanceOf(JMException.class);
        control.unregister();
        assertThat(server.isRegistered(name)).isFalse();
        control.unregister();
        assertThat(server.isRegistered(name)).isFalse();
    }

    @Test
    void theVersionIsThatOfTheBuild() throws JMException {
        assertThat(get("Version")).isEqualTo(BuildInfo.ofThisJar().version()).isNotEqualTo("unknown");
        assertThat(get("AttachedWhileRunning")).isEqualTo(false);
        assertThat(new ReadAheadControl(readAhead, true).isAttachedWhileRunning())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "Enabled, 'Read-ahead switched {} through JMX'",
        "Overlap, 'Read-ahead overlap switched {} through JMX'",
        "DirectIo, 'Read-ahead direct-io switched {} through JMX'",
        "SkipIndex, 'Read-ahead skip-index switched {} through JMX'",
        "FilterKeyCache, 'Filter of key cache lookups switched {} through JMX'",
        "SkipEmptyInputs, 'Skipping of empty inputs switched {} through JMX'"
    })
    void aSwitchIsSetAndLogged(String attribute, String message) throws JMException {
        for (boolean on : new boolean[] {false, true}) {
            set(attribute, on);
            assertThat(get(attribute)).isEqualTo(on);
        }
        assertThat(logged()).containsExactly(message.replace("{}", "off"), message.replace("{}", "on"));
    }

    @Test
    void switchesReachReadAhead() throws JMException {
        set("Enabled", false);
        set("Overlap", false);
        set("DirectIo", true);
        set("SkipIndex", false);
        set("FilterKeyCache", false);
        assertThat(readAhead.enabled()).isFalse();
        assertThat(readAhead.overlap()).isFalse();
        assertThat(readAhead.directIo()).isTrue();
        assertThat(readAhead.skipIndex()).isFalse();
        assertThat(readAhead.filterKeyCache()).isFalse();
        assertThat(readAhead.skipEmptyInputs()).isTrue();
        set("SkipEmptyInputs", false);
        assertThat(readAhead.skipEmptyInputs()).isFalse();
        assertThat(readAhead.reuseScannedBytes()).isTrue();
        set("ReuseScannedBytes", false);
        assertThat(readAhead.reuseScannedBytes()).isFalse();
    }

    @Test
    void modesAreSetAndLogged() throws JMException {
        set("Mode", "On");
        assertThat(get("Mode")).isEqualTo("on");
        assertThat(readAhead.mode()).isEqualTo(ReadAhead.Mode.ON);
        set("DecompressAhead", "off");
        assertThat(get("DecompressAhead")).isEqualTo("off");
        assertThat(logged())
                .containsExactly(
                        "Read-ahead mode set to on through JMX", "Read-ahead decompress-ahead set to off through JMX");
    }

    @Test
    void sizesAreSetAndLoggedAndWrongOnesAreRejected() throws JMException {
        set("BlockSizeBytes", 1L << 20);
        assertThat(get("BlockSizeBytes")).isEqualTo(1L << 20);
        set("BufferBudgetBytes", 8L << 20);
        assertThat(get("BufferBudgetBytes")).isEqualTo(8L << 20);
        assertThatThrownBy(() -> set("BlockSizeBytes", 1L))
                .hasRootCauseMessage("block size is 1 bytes; allowed are 65536 to 4194304 in steps of 4096");
        assertThat(get("BlockSizeBytes")).isEqualTo(1L << 20);
        assertThat(logged())
                .containsExactly(
                        "Read-ahead block size set to 1048576 bytes through JMX",
                        "Read-ahead buffer budget set to 8388608 bytes through JMX");
    }

    @Test
    void openScansAreCounted() throws JMException {
        assertThat(get("OpenScans")).isEqualTo(0);
        OpenScans.Registration registration = readAhead.openScans().register(this, "/data/ks/t/nb-1-big-Data.db");
        assertThat(get("OpenScans")).isEqualTo(1);
        registration.close();
        assertThat(get("OpenScans")).isEqualTo(0);
    }

    @Test
    void memoryOfScansIsCountedWhileItIsUsedAndWhileItIsKept() throws Exception {
        Allocation allocation = readAhead.pool().acquire(65_536, BlockPool.Use.SCAN);
        assertThat(get("BuffersUsed")).isEqualTo(1L);
        assertThat((long) get("BufferBytesUsed")).isGreaterThanOrEqualTo(65_536);
        assertThat(get("BufferBytesIdle")).isEqualTo(readAhead.pool().idleBytes());
        readAhead.pool().release(allocation);
        assertThat(get("BuffersUsed")).isEqualTo(0L);
        assertThat(get("BufferBytesUsed")).isEqualTo(0L);
        assertThat((long) get("BufferBytesIdle")).isGreaterThanOrEqualTo(65_536);
    }

    @Test
    void readsOfScansAreCounted() throws JMException {
        long fills = (long) get("Fills");
        long bytes = (long) get("FillBytes");
        long chunks = (long) get("ChunksServed");
        Recorders.SCANS.filled(262_144, 1_000);
        Recorders.SCANS.filled(65_536, 1_000);
        Recorders.SCANS.served(3);
        assertThat(get("Fills")).isEqualTo(fills + 2);
        assertThat(get("FillBytes")).isEqualTo(bytes + 327_680);
        assertThat(get("ChunksServed")).isEqualTo(chunks + 3);
    }

    @Test
    void fallbacksAreCountedByReason() throws JMException {
        ScanRecorder.Reason reason = ScanRecorder.Reason.values()[0];
        long before = fallbacks(reason);
        Recorders.SCANS.fellBack(reason);
        assertThat(fallbacks(reason)).isEqualTo(before + 1);
        assertThat(control.getFallbacks()).hasSameSizeAs(ScanRecorder.Reason.values());
    }

    private long fallbacks(ScanRecorder.Reason reason) throws JMException {
        TabularData counts = (TabularData) get("Fallbacks");
        return (long) counts.get(new Object[] {reason.label()}).get("value");
    }
}
