/**
 * TLS and password authentication of the endpoint, from the operator's files. Independent of the HTTP server. Loaded
 * with the endpoint.
 */
package io.foreread.exporter.security;
