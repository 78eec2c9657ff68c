/**
 * Compares Cassandra with and without the agent under faults: damaged files, full disks, failing devices, scarce
 * memory.
 */
package io.foreread.it.fault;
