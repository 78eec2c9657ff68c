/** Runs the contract of readers in JVMs with the class path of a release. */
package io.foreread.it.contract.jvm;
