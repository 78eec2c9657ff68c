/** What {@code java -jar foreread-agent.jar} answers; nothing of it is loaded in a node. */
package io.foreread.agent.command;
