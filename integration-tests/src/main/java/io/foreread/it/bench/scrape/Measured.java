package io.foreread.it.bench.scrape;

import io.foreread.it.fixture.CassandraVersion;

/**
 * What one scrape cost, medians.
 *
 * @param tables of users
 * @param nodeCpuMillis without what the node does by itself
 * @param exporterCpuMillis of a process of its own; 0 if there is none
 * @param allocatedBytes in the node
 * @param nodeCpuMillisPerSecond of the node while nobody scrapes it
 * @param p99 null if idle
 */
record Measured(
        Contender contender,
        CassandraVersion release,
        int tables,
        Load load,
        double wallMillis,
        double nodeCpuMillis,
        double exporterCpuMillis,
        double allocatedBytes,
        long samples,
        long families,
        long bodyBytes,
        double nodeCpuMillisPerSecond,
        P99 p99) {
    double cpuMillis() {
        return nodeCpuMillis + exporterCpuMillis;
    }

    double cpuMicrosPerSample() {
        return cpuMillis() * 1000 / samples;
    }

    double bytesPerSample() {
        return allocatedBytes / samples;
    }

    /** Milliseconds, of clients' requests: while nobody scrapes, and while somebody does every second. */
    record P99(double quietRead, double scrapedRead, double quietWrite, double scrapedWrite) {
        double readRatio() {
            return scrapedRead / quietRead;
        }

        double writeRatio() {
            return scrapedWrite / quietWrite;
        }
    }
}
