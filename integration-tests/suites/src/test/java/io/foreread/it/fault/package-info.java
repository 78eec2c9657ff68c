/**
 * Compares Cassandra with and without the agent under faults: damaged files, a full disk, a failing device, scarce
 * memory. Checks that the endpoint withstands hostile clients.
 */
package io.foreread.it.fault;
