/**
 * What compactions of many sstables can leave out: lookups of keys that are not in the key cache, and inputs that do not have
 * the partition. The result of a compaction and the content of the key cache stay the same. Loaded when the node starts.
 */
package io.foreread.agent.compaction;
