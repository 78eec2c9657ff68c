/** The command line of {@code java -jar foreread-agent.jar}. Never loaded in a node. */
package io.foreread.agent.command;
