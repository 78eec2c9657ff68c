/** What a node exposes, whatever it is read from: names, values, and who is told of new ones. Knows no metrics library. */
package io.foreread.exporter.source;
