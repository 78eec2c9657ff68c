/** Damaged files, full disks, failing devices, scarce memory and hostile clients: what Cassandra does with and without us. */
package io.foreread.it.fault;
