/** The settings of the agent, their sources, and the messages about mistakes. Loaded during premain. */
package io.foreread.agent.config;
