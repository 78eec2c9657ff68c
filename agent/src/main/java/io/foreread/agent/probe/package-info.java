/**
 * Methods that record something for woven code, which calls them by {@code ProbeDispatch}. Loaded when the node starts. They
 * must not throw; the advice suppresses and counts an exception that is thrown nevertheless.
 */
package io.foreread.agent.probe;
