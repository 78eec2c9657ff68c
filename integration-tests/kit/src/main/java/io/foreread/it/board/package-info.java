/** Reads the dashboards, and replaces their variables as Grafana does. */
package io.foreread.it.board;
