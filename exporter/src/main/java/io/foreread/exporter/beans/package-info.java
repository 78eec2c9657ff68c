/** What MBeans tell, over a connection: of this JVM's own or of a far one, under the same names and labels. */
package io.foreread.exporter.beans;
