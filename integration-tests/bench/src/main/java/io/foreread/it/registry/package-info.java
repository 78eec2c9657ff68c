/** {@code ./integration-tests/dump-registry}: writes the lists of registry metrics that the exporter's catalog is tested with. */
package io.foreread.it.registry;
