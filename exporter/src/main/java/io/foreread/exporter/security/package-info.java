/** TLS and passwords of the endpoint: the operator's files, and what becomes of them. Knows no HTTP server. Loaded with
 * the endpoint. */
package io.foreread.exporter.security;
