package io.foreread.agent.control;

import io.foreread.agent.config.Values;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.writer.WriterHooks;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Implements the MBean of read-ahead. Thread-safe. Every change is logged. */
public final class ReadAheadControl implements ReadAheadMXBean {
    private static final Logger logger = LoggerFactory.getLogger("io.foreread.ReadAhead");

    private final ReadAhead readAhead;
    private final boolean attachedWhileRunning;

    /** @param attachedWhileRunning false if the agent starts with the node */
    public ReadAheadControl(ReadAhead readAhead, boolean attachedWhileRunning) {
        this.readAhead = readAhead;
        this.attachedWhileRunning = attachedWhileRunning;
    }

    /** Registers as {@link #NAME}. */
    public void register() throws JMException {
        ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(NAME));
    }

    /** Has no effect if the MBean is not registered. */
    public void unregister() throws JMException {
        ObjectName name = new ObjectName(NAME);
        if (ManagementFactory.getPlatformMBeanServer().isRegistered(name))
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    }

    @Override
    public String getVersion() {
        return BuildInfo.ofThisJar().version();
    }

    @Override
    public boolean isAttachedWhileRunning() {
        return attachedWhileRunning;
    }

    @Override
    public int getOpenScans() {
        return readAhead.openScans().count();
    }

    @Override
    public boolean isEnabled() {
        return readAhead.enabled();
    }

    @Override
    public void setEnabled(boolean enabled) {
        readAhead.enabled(enabled);
        logger.info("Read-ahead switched {} through JMX", enabled ? "on" : "off");
    }

    @Override
    public String getMode() {
        return name(readAhead.mode());
    }

    @Override
    public void setMode(String mode) {
        readAhead.mode(named("mode", mode));
        logger.info("Read-ahead mode set to {} through JMX", getMode());
    }

    @Override
    public long getBlockSizeBytes() {
        return readAhead.blockBytes();
    }

    @Override
    public void setBlockSizeBytes(long bytes) {
        readAhead.blockBytes(bytes);
        logger.info("Read-ahead block size set to {} bytes through JMX", bytes);
    }

    @Override
    public boolean isOverlap() {
        return readAhead.overlap();
    }

    @Override
    public void setOverlap(boolean overlap) {
        readAhead.overlap(overlap);
        logger.info("Read-ahead overlap switched {} through JMX", overlap ? "on" : "off");
    }

    @Override
    public String getDecompressAhead() {
        return name(readAhead.decompressAhead());
    }

    @Override
    public void setDecompressAhead(String mode) {
        readAhead.decompressAhead(named("decompress-ahead", mode));
        logger.info("Read-ahead decompress-ahead set to {} through JMX", getDecompressAhead());
    }

    @Override
    public String getCompressAhead() {
        return name(readAhead.compressAhead());
    }

    @Override
    public void setCompressAhead(String mode) {
        ReadAhead.Mode wanted = named("compress-ahead", mode);
        if (wanted != ReadAhead.Mode.OFF) {
            HookControl.checkWoven(WriterHooks.CHUNK_WRITER, "compress-ahead");
            HookControl.checkWoven(WriterHooks.WRITER_COMMIT, "compress-ahead");
        }
        readAhead.compressAhead(wanted);
        logger.info("Read-ahead compress-ahead set to {} through JMX", getCompressAhead());
    }

    @Override
    public boolean isCompressAheadFlush() {
        return readAhead.compressAheadFlush();
    }

    @Override
    public void setCompressAheadFlush(boolean compressAheadFlush) {
        readAhead.compressAheadFlush(compressAheadFlush);
        logger.info("Read-ahead compress-ahead-flush set to {} through JMX", compressAheadFlush);
    }

    @Override
    public boolean isDirectIo() {
        return readAhead.directIo();
    }

    @Override
    public void setDirectIo(boolean directIo) {
        readAhead.directIo(directIo);
        logger.info("Read-ahead direct-io switched {} through JMX", directIo ? "on" : "off");
    }

    @Override
    public boolean isSkipIndex() {
        return readAhead.skipIndex();
    }

    @Override
    public void setSkipIndex(boolean skipIndex) {
        readAhead.skipIndex(skipIndex);
        logger.info("Read-ahead skip-index switched {} through JMX", skipIndex ? "on" : "off");
    }

    @Override
    public boolean isFilterKeyCache() {
        return readAhead.filterKeyCache();
    }

    @Override
    public void setFilterKeyCache(boolean filterKeyCache) {
        readAhead.filterKeyCache(filterKeyCache);
        logger.info("Filter of key cache lookups switched {} through JMX", filterKeyCache ? "on" : "off");
    }

    @Override
    public boolean isSkipEmptyInputs() {
        return readAhead.skipEmptyInputs();
    }

    @Override
    public void setSkipEmptyInputs(boolean skipEmptyInputs) {
        readAhead.skipEmptyInputs(skipEmptyInputs);
        logger.info("Skipping of empty inputs switched {} through JMX", skipEmptyInputs ? "on" : "off");
    }

    @Override
    public boolean isReuseScannedBytes() {
        return readAhead.reuseScannedBytes();
    }

    @Override
    public void setReuseScannedBytes(boolean reuseScannedBytes) {
        readAhead.reuseScannedBytes(reuseScannedBytes);
        logger.info("Reuse of scanned bytes switched {} through JMX", reuseScannedBytes ? "on" : "off");
    }

    @Override
    public long getBufferBudgetBytes() {
        return readAhead.budgetBytes();
    }

    @Override
    public void setBufferBudgetBytes(long bytes) {
        readAhead.budgetBytes(bytes);
        logger.info("Read-ahead buffer budget set to {} bytes through JMX", bytes);
    }

    @Override
    public long getBuffersUsed() {
        return readAhead.buffersInUse();
    }

    @Override
    public long getBufferBytesUsed() {
        return readAhead.bytesInUse();
    }

    @Override
    public long getBufferBytesIdle() {
        return readAhead.idleBytes();
    }

    @Override
    public long getFills() {
        return Recorders.SCANS.fills();
    }

    @Override
    public long getFillBytes() {
        return Recorders.SCANS.fillBytes();
    }

    @Override
    public long getChunksServed() {
        return Recorders.SCANS.chunksServed();
    }

    @Override
    public Map<String, Long> getFallbacks() {
        Map<String, Long> counts = new TreeMap<>();
        for (ScanRecorder.Reason reason : ScanRecorder.Reason.values())
            counts.put(reason.label(), Recorders.SCANS.fallbacks(reason));
        return counts;
    }

    @Override
    public Map<String, String> getHooks() {
        return HookControl.states();
    }

    private static String name(ReadAhead.Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    private static ReadAhead.Mode named(String what, String mode) {
        try {
            return Values.mode(mode);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + " '" + mode + "' is not allowed; " + e.getMessage(), e);
        }
    }

    @Override
    public void switchHook(String hook, boolean on) {
        HookControl.switchHook(hook, on);
        logger.info("Hook {} switched {} through JMX", hook, on ? "on" : "off");
    }
}
