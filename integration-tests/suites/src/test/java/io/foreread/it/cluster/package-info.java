/** Rings of nodes: streaming, repair, upgrades, and agents that come one node after the other. */
package io.foreread.it.cluster;
