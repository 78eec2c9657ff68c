/** Processes of this machine and connections to the MBeans of nodes. Loaded by a command line, never in a node. */
package io.foreread.agent.command.node;
