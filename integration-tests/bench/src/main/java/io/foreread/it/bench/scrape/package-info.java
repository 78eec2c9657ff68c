/** {@code ./bench scrape}: what a scrape costs a real node, ours beside those of other exporters. */
package io.foreread.it.bench.scrape;
