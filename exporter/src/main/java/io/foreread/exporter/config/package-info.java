/** What an operator can set about metrics and the endpoint, the same for the agent and the standalone exporter. */
package io.foreread.exporter.config;
