package lint

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/promql/parser"
)

// Prometheus can parse every query of the dashboard. The tests of metrics check that the metrics
// exist.
func TestDashboard(t *testing.T) {
	lint(t, "grafana-dashboard.json", func(_ *testing.T, content string) error {
		var dashboard struct {
			Panels []struct {
				Title   string `json:"title"`
				Targets []struct {
					Expr string `json:"expr"`
				} `json:"targets"`
			} `json:"panels"`
		}
		err := json.Unmarshal([]byte(content), &dashboard)
		for _, p := range dashboard.Panels {
			if len(p.Targets) == 0 {
				err = errors.Join(err, fmt.Errorf("%s shows nothing", p.Title))
			}
			for _, target := range p.Targets {
				asked := strings.ReplaceAll(target.Expr, "$__rate_interval", "1m")
				if _, wrong := parser.ParseExpr(asked); wrong != nil {
					err = errors.Join(err, fmt.Errorf("%s: %w", p.Title, wrong))
				}
			}
		}
		return err
	}, []broken{
		{"sum(increase(nimatron_interactions_total{", "sum(incraese(nimatron_interactions_total{", "incraese"},
		{`[1h]))"`, `[1h])"`, "unclosed"},
		{`[1h]))"`, `))"`, "range vector"},
		{`"refresh": "30s",`, `"refresh": "30s"`, "invalid character"},
	})
}
