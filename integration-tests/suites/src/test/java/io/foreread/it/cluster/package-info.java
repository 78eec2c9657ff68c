/** Suites with rings of nodes: streaming, repair, upgrades, and rolling installation of the agent. */
package io.foreread.it.cluster;
