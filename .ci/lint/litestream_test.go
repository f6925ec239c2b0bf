package lint

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sigs.k8s.io/yaml"
)

// litestream has the keys of Litestream's configuration that deploy/litestream.yml uses, as of 0.5.
// Litestream silently ignores unknown keys and can't be imported.
type litestream struct {
	Databases []struct {
		Path       string `json:"path"`
		Checkpoint string `json:"checkpoint-interval"`
		Replica    struct {
			URL  string `json:"url"`
			Sync string `json:"sync-interval"`
		} `json:"replica"`
	} `json:"dbs"`
}

func TestLitestream(t *testing.T) {
	lint(t, "litestream.yml", func(_ *testing.T, content string) error {
		content = strings.NewReplacer("${NIMATRON_DB}", "nimatron.db", "${NIMATRON_REPLICA}", "file:///backup").Replace(content)
		var config litestream
		if err := yaml.UnmarshalStrict([]byte(content), &config); err != nil {
			return err
		}
		if len(config.Databases) != 1 || config.Databases[0].Path != "nimatron.db" || config.Databases[0].Replica.URL != "file:///backup" {
			return errors.New("the database or its copy is not what the settings say")
		}
		_, err := time.ParseDuration(config.Databases[0].Checkpoint)
		_, err2 := time.ParseDuration(config.Databases[0].Replica.Sync)
		return errors.Join(err, err2)
	}, []broken{
		{"replica:", "replicas:", "replicas"},
		{"sync-interval: 5s", "sync-intervall: 5s", "sync-intervall"},
		{"sync-interval: 5s", "sync-interval: often", "often"},
		{"path: ${NIMATRON_DB}", "path: ${NIMATRON_BD}", "not what the settings say"},
	})
}
