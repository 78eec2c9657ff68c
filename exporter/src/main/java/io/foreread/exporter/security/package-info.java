/**
 * TLS and password authentication of the endpoint, from the files that the settings {@code http.*} name. The package
 * does not depend on the HTTP server. It is loaded with the endpoint.
 */
package io.foreread.exporter.security;
