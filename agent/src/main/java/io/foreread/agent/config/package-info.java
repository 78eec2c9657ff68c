/** What an operator can set, where it comes from, and what is said about a mistake. Loaded during premain. */
package io.foreread.agent.config;
