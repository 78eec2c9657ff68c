/** Random schemas and statements, compared between a node with the agent and one without. */
package io.foreread.it.fuzz;
