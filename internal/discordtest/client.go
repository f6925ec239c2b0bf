package discordtest

import (
	"net/http"
	"time"
)

// Client returns an HTTP client that sends every request, whatever its host,
// to this server. A library that has Discord's address built in can be pointed
// here with it.
func (s *Server) Client() *http.Client { return s.client }

func (s *Server) newClient(addr string) *http.Client {
	return &http.Client{
		Timeout:   20 * time.Second,
		Transport: &redirector{addr: addr, base: &http.Transport{DialContext: s.DialContext}},
	}
}

// redirector is a transport that replaces the host of every request.
type redirector struct {
	addr string
	base *http.Transport
}

// RoundTrip implements [http.RoundTripper].
func (t *redirector) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme = "http"
	r.URL.Host = t.addr
	r.Host = t.addr
	return t.base.RoundTrip(r)
}

// CloseIdleConnections lets [http.Client.CloseIdleConnections] reach the
// underlying transport.
func (t *redirector) CloseIdleConnections() { t.base.CloseIdleConnections() }
