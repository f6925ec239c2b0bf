// Package metrics counts events for Prometheus and answers health checks.
//
// [Metrics] is passed to the parts that report to it. Labels have few values, all known beforehand:
// never a player, a channel or a text.
//
// docs/operating.md describes each metric.
package metrics
