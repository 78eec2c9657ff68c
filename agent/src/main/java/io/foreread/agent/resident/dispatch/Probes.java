package io.foreread.agent.resident.dispatch;

/**
 * Records what Cassandra does. An attachment implements it. The methods are those of {@link ProbeDispatch}. Objects of
 * Cassandra are passed as Object, so that this interface has types of the JDK only.
 */
public interface Probes {
    long channelReadStarts();

    void channelRead(String path, long bytes, long startNanos);

    long mmapChunkReadStarts();

    void mmapChunkRead(long uncompressedBytes, long startNanos);

    long commandStarts(boolean singlePartition);

    void commandEnds(long outer);

    void operationBegins(Object holder);

    void metricsBegin(Object holder);

    void operationEnds(Object holder);

    void taskStarts(Object transaction);

    void taskEnds();

    long chunkWriteStarts();

    void chunkWritten(long bytes, long startNanos);

    void wrote(String path, long bytes);

    void keyCached(Object key);

    void daemonStarting();

    void daemonStarted();

    void failed(Throwable suppressed);
}
