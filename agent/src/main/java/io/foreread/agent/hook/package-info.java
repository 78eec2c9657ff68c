/**
 * One file per hook. It names the class, the method, the advice or call that is woven in, and the landmark that
 * identifies the class. {@link io.foreread.agent.hook.HookCatalog} lists them. A hook refers to Cassandra classes and
 * advice by name and loads none of them. Loaded during premain.
 */
package io.foreread.agent.hook;
