/** Classes that tests load in a class loader of an attachment. */
package io.foreread.agent.attached;
