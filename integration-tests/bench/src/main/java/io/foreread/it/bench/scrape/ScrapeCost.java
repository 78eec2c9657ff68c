package io.foreread.it.bench.scrape;

/**
 * The cost of a scrape: without client load of one scrape, under load the mean of the scrapes in one window.
 *
 * @param wallMillis time until the client has the complete response
 * @param nodeCpuMillis CPU time that the scrape costs the node. Without client load, it is the CPU time of the whole
 *     node minus its CPU time without scrapes, which can be less than 0. Under load, it is the CPU time of the threads
 *     that serve scrapes.
 * @param exporterCpuMillis CPU time of the exporter's own process; 0 if the exporter runs in the node
 * @param allocatedBytes bytes that the threads that serve scrapes allocated in the node
 */
record ScrapeCost(double wallMillis, double nodeCpuMillis, double exporterCpuMillis, double allocatedBytes) {
    double cpuMillis() {
        return nodeCpuMillis + exporterCpuMillis;
    }
}
