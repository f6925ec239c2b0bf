package lint

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

// composed parses a file as Compose does.
func composed(content string) (*types.Project, error) {
	return loader.LoadWithContext(context.Background(), types.ConfigDetails{
		WorkingDir:  deploy,
		ConfigFiles: []types.ConfigFile{{Filename: "compose.yaml", Content: []byte(content)}},
		Environment: types.Mapping{"NIMATRON_HOST": "nim.example.org", "POSTGRES_PASSWORD": "secret"},
	}, func(o *loader.Options) {
		o.SkipResolveEnvironment = true // .env belongs to the machine it is on
		o.ResolvePaths = true
	})
}

func TestCompose(t *testing.T) {
	lint(t, "compose.yaml", func(_ *testing.T, content string) error {
		p, err := composed(content)
		if err != nil {
			return err
		}
		for name, s := range p.Services {
			for _, v := range s.Volumes {
				if v.Type == types.VolumeTypeBind {
					_, missing := os.Stat(v.Source)
					err = errors.Join(err, missing)
				}
			}
			if s.Build != nil {
				_, missing := os.Stat(s.Build.Context + "/" + s.Build.Dockerfile)
				err = errors.Join(err, missing)
			}
			for other, how := range s.DependsOn {
				if how.Condition == types.ServiceConditionHealthy && p.Services[other].HealthCheck == nil {
					err = errors.Join(err, fmt.Errorf("%s waits for the health of %s, which has no check", name, other))
				}
			}
		}
		return err
	}, []broken{
		{"restart: unless", "restrat: unless", "restrat"},
		{"read_only: true", "read_only: perhaps", "read_only"},
		{"retries: 30", "retries: many", "retries"},
		{"stop_grace_period: 15s", "stop_grace_period: 15 apples", "stop_grace_period"},
		{"nimatron-2: *nimatron", "nimatron-2: *nimatrom", "nimatrom"},
		{"depends_on: [nimatron-1, nimatron-2]", "depends_on: [nimatron-1, nimatron-3]", "nimatron-3"},
		{"- caddy:/data", "- cady:/data", "cady"},
		{"./Caddyfile:", "./Cadyfile:", "Cadyfile"},
		{"dockerfile: deploy/Dockerfile", "dockerfile: Dockerfile", "Dockerfile"},
		{"${NIMATRON_HOST:?", "${NIMATRON_NAME:?", "NIMATRON_NAME"},
		{"healthcheck:", "x-healthcheck:", "waits for the health of postgres"},
	})
}
