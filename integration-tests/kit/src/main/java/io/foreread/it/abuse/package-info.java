/**
 * Hostile and broken clients of an endpoint, for a suite that checks the responses of the endpoint and for a benchmark.
 */
package io.foreread.it.abuse;
