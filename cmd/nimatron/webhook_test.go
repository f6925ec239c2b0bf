package main

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// freeAddress returns an unused address.
func freeAddress(t *testing.T) string {
	t.Helper()
	free := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer free.Close()
	return free.Addr().String()
}

// A move is played by webhook. The bot is healthy without a gateway and ends cleanly.
func TestServingWebhooks(t *testing.T) {
	address, metrics := freeAddress(t), freeAddress(t)
	s := serve(t, map[string]string{"NIMATRON_HTTP": address, "NIMATRON_METRICS": metrics, "NIMATRON_OPERATOR": "Ann",
		"NIMATRON_TERMS_URL": "https://nim.example.org/terms", "NIMATRON_PRIVACY_URL": "https://nim.example.org/privacy"})
	if err := s.discord.SetEndpoints(t.Context(), "http://"+address+"/interactions"); err != nil {
		t.Fatal(err, s.log)
	}
	s.challenge()
	if m := s.slash("move", discordtest.Opt("move", "L-1")); !strings.Contains(m.Text(), "took 1 from the left end") {
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
		resp := must.Get(http.Get(url))(t)
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
