/** Cassandra in containers: the engine, the images, and nodes that run in them. */
package io.foreread.it.container;
