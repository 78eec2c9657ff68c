/**
 * From what a node has to lines of text: families and their series, which of them are told, and how often each is asked.
 * The one streaming collector of the tens of thousands of bridged series.
 */
package io.foreread.exporter.bridge;
