package main

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"

	"nimatron/front/page"
	"nimatron/internal/metrics"
	"nimatron/live"
)

const discordSites = "https://discord.com https://*.discord.com https://*.discordsays.com"

// openLive returns the handlers next to webhooks: the operator's pages, the page for browsers and
// the live board. The live board is nil without NIMATRON_PAGE_DIR.
func (s *settings) openLive(b *backend, m *metrics.Metrics, pages http.Handler, log *slog.Logger) (http.Handler, *live.Server, error) {
	mux := http.NewServeMux()
	mux.Handle("GET /terms", pages)
	mux.Handle("GET /privacy", pages)
	if s.pageDir == "" {
		return mux, nil, nil
	}
	files, err := readPage(s.pageDir)
	if err != nil {
		return nil, nil, fmt.Errorf("NIMATRON_PAGE_DIR: %w", err)
	}
	board, err := live.New(live.Config{
		Store: b.store, Boards: b.service, Secret: s.token, Page: s.pageURL, Activity: s.activity == "on", Log: log, Now: b.clock.Now, TurnedAway: m.TurnedAway,
	})
	if err != nil {
		return nil, nil, err
	}
	ancestors := "'none'"
	if s.activity == "on" {
		ancestors = discordSites
	}
	b.service.UseLive(board)
	mux.Handle("/live/", board)
	mux.Handle("/", page.Framed(files, ancestors))
	return mux, board, nil
}

func readPage(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	from := os.DirFS(dir)
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files[name], err = fs.ReadFile(from, name)
		}
		return err
	})
	if err == nil && files["live.html"] == nil {
		err = fmt.Errorf("%s has no live.html: write the page there with go run ./cmd/page -o %[1]s", dir)
	}
	return files, err
}
