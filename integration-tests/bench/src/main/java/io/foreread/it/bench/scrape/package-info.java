/** {@code ./bench scrape}: compares the cost of a scrape for a real node between exporters. */
package io.foreread.it.bench.scrape;
