/**
 * TLS and password authentication of the endpoint, with the files that are named in the settings {@code http.*}. The package
 * does not depend on the HTTP server. Its classes are loaded when the endpoint starts.
 */
package io.foreread.exporter.security;
