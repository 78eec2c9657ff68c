/** The checks of {@code foreread check}: one class per finding. Loaded by a command line, never in a node. */
package io.foreread.agent.command.check;
