/** Suites for dashboards and alerts: lists are complete, queries have data, and alerts are tested. */
package io.foreread.it.grafana;
