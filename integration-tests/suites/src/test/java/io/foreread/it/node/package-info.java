/** Suites with one node: hooks, metrics, the standalone exporter, wrong configurations. */
package io.foreread.it.node;
