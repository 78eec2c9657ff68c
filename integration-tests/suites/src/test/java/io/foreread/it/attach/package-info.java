/** Attaches the agent to running nodes and detaches it, with the command that operators use. */
package io.foreread.it.attach;
