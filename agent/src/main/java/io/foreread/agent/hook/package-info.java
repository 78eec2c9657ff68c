/**
 * One file per hook: which class, which method, what is woven in, and by which landmark it is recognised. {@link
 * io.foreread.agent.hook.HookCatalog} lists them. No hook loads a Cassandra class or an advice: names only. Loaded during premain.
 */
package io.foreread.agent.hook;
