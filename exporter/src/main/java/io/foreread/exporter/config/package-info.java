/**
 * The settings {@code metrics.*} and {@code http.*} and the version of the build. The agent and the standalone exporter
 * share this package, and load it when they start.
 */
package io.foreread.exporter.config;
