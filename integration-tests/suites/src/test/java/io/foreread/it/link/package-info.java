/** Suites that check from class files, without a node, whether the agent links with every release. */
package io.foreread.it.link;
