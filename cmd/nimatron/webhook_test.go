package main

import (
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"nimatron/internal/discordtest"
)

// freeAddress returns an address at which nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	return free.Addr().String()
}

// By webhook a move is played, all is healthy without a gateway, and the end is clean.
func TestServingWebhooks(t *testing.T) {
	address, metrics := freeAddress(t), freeAddress(t)
	s := serve(t, map[string]string{"NIMATRON_HTTP": address, "NIMATRON_METRICS": metrics, "NIMATRON_OPERATOR": "Ann",
		"NIMATRON_TERMS_URL": "https://nim.example.org/terms", "NIMATRON_PRIVACY_URL": "https://nim.example.org/privacy"})
	for ctx := s.soon(); ; time.Sleep(time.Millisecond) {
		err := s.discord.SetEndpoints(ctx, "http://"+address+"/interactions")
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			t.Fatal(err, s.log)
		}
	}
	s.challenge()
	if m := s.slash("move", discordtest.Opt("move", "L-1")); !strings.Contains(m.Text(), "L-1") {
		t.Error(m.Text())
	}
	var links []string
	for _, b := range s.slash("help").Buttons() {
		if b.URL != "" {
			links = append(links, b.Label+" "+b.URL)
		}
	}
	if got := strings.Join(links, ", "); got != "Terms of service https://nim.example.org/terms, Privacy policy https://nim.example.org/privacy" {
		t.Errorf("/help links to %q", got)
	}
	for _, url := range []string{
		"http://" + address + "/healthz", "http://" + metrics + "/healthz",
		"http://" + address + "/terms", "http://" + metrics + "/privacy",
	} {
		resp, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", url, resp.Status)
		}
	}
	if code := s.end(); code != 0 {
		t.Errorf("status %d: %s", code, s.log)
	}
	if v := s.discord.Violations(); len(v) > 0 || s.discord.GatewayStats().Connections > 0 {
		t.Errorf("%q, %+v", v, s.discord.GatewayStats())
	}
}

func TestBadGatewaySettings(t *testing.T) {
	t.Chdir(t.TempDir())
	for want, env := range map[string]map[string]string{
		"DISCORD_PUBLIC_KEY: the application's public key is none": {"DISCORD_PUBLIC_KEY": "abc"},
		"NIMATRON_SHARDS: there is no shard 4 of 4":                {"NIMATRON_SHARDS": "0-4/4"},
		"leave one of them empty":                                  {"NIMATRON_SHARDS": "0-3/4", "NIMATRON_HTTP": ":0"},
		"NIMATRON_TERMS_URL is no address":                         {"NIMATRON_TERMS_URL": "docs/terms.md"},
		"NIMATRON_PRIVACY_URL is no address":                       {"NIMATRON_PRIVACY_URL": "https:///privacy"},
		"NIMATRON_HTTP: listen":                                    {"NIMATRON_HTTP": "nowhere:none"},
	} {
		env["DISCORD_TOKEN"] = "sesame"
		if got := start(t.Context(), t, env, nil, "serve"); got.code != 1 || !strings.Contains(got.stderr, want) {
			t.Errorf("%v: %+v", env, got)
		}
	}
}
