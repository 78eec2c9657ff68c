/**
 * The settings {@code metrics.*} and {@code http.*} and the version of the build. The package is loaded
 * when the agent or the standalone exporter starts.
 */
package io.foreread.exporter.config;
