/** Does the agent link with every release: read from class files, without starting a node. */
package io.foreread.it.link;
