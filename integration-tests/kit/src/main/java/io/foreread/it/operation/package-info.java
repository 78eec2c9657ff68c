/** Tables with all kinds of rows and sstables: their schemas, the statements that fill them, and their files. */
package io.foreread.it.operation;
