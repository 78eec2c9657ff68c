/** The exposition's text, written as bytes: no line of tens of thousands becomes an object. */
package io.foreread.exporter.text;
