/**
 * The settings of metrics and the endpoint and the version of the build, shared by the agent and the standalone exporter.
 * Loaded when either starts.
 */
package io.foreread.exporter.config;
