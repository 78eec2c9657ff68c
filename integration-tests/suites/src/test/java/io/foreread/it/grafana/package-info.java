/** Boards and alerts: whether each is listed, each query has data, and each alert is tried. */
package io.foreread.it.grafana;
