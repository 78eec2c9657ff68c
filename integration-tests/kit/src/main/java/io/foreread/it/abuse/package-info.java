/** Hostile and broken clients of an endpoint, for a suite that checks its responses and for a benchmark. */
package io.foreread.it.abuse;
