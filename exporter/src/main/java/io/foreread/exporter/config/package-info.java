/** What an operator can set about metrics and the endpoint, the same for the agent and the standalone exporter. Loaded when
 * either starts. */
package io.foreread.exporter.config;
