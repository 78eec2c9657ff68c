/** Creates the threads of the exporter. The package is loaded when a node starts its endpoint. */
package io.foreread.exporter.thread;
