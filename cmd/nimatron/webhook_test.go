package main

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// anyPort lets the system choose a port that nobody else has.
const anyPort = "127.0.0.1:0"

// address returns the address that the log names after a text.
func (s *served) address(after string) string {
	s.Helper()
	s.log.wait(after, 1)
	found := regexp.MustCompile(regexp.QuoteMeta(after) + `.* address=(\S+)`).FindStringSubmatch(s.log.String())
	if found == nil {
		s.Fatalf("no address stands after %q in %s", after, s.log)
	}
	return found[1]
}

// What the log says before the addresses of the server for metrics, of that for webhooks, and of the page.
const metricsServed, webhooksServed, pageServed = "metrics are served", "interactions come by webhook", "the page is served"

// A move is played by webhook. The bot is healthy without a gateway and ends cleanly.
func TestServingWebhooks(t *testing.T) {
	s := serve(t, map[string]string{"NIMATRON_HTTP": anyPort, "NIMATRON_METRICS": anyPort, "NIMATRON_OPERATOR": "Ann",
		"NIMATRON_TERMS_URL": "https://nim.example.org/terms", "NIMATRON_PRIVACY_URL": "https://nim.example.org/privacy"})
	address, metrics := s.address(webhooksServed), s.address(metricsServed)
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
