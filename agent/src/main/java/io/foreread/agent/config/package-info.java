/** What an operator can set, where it comes from, and what is said about a mistake. */
package io.foreread.agent.config;
