/** Where numbers come from, told to a {@link io.foreread.exporter.source.MetricSink}; knows no client library. */
package io.foreread.exporter.source;
