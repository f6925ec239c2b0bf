package bot

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// endpoint is a transport that sends REST calls, which discordgo addresses to
// Discord, to another base.
type endpoint struct {
	base *url.URL
	own  bool // it is Discord's own
	next http.RoundTripper
	dial dialer // of the gateway; nil for net.Dialer's
}

// dialer connects to an address, as net.Dialer.DialContext does.
type dialer = func(ctx context.Context, network, address string) (net.Conn, error)

// dialBy has both calls and the gateway connect in that way.
func (e *endpoint) dialBy(dial dialer) {
	e.dial = dial
	if t, ok := e.next.(*http.Transport); ok {
		t.DialContext = dial
	}
}

// discordURL is Discord's own base of the REST API.
const discordURL = "https://discord.com"

// newEndpoint returns the transport for a base, which ends before "/api".
func newEndpoint(apiURL string) (*endpoint, error) {
	if apiURL == "" {
		apiURL = discordURL
	}
	// The address may hold a password, and so may what is said of a part of it that
	// can't be read: errors repeat neither.
	u, err := url.Parse(apiURL)
	switch {
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return nil, errors.New("the Discord API URL is none: it needs http:// or https:// and a host, such as https://proxy.example")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("the Discord API URL must end with its path, without ? or #")
	}
	u.Path = strings.TrimRight(u.Path, "/")
	if strings.HasSuffix(u.Path, "/api") {
		return nil, errors.New("the Discord API URL is to be given without its /api")
	}
	return &endpoint{base: u, own: u.String() == discordURL, next: &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		ForceAttemptHTTP2:     true,
		TLSHandshakeTimeout:   10 * time.Second,
		ResponseHeaderTimeout: 20 * time.Second,
		IdleConnTimeout:       90 * time.Second,
		MaxIdleConnsPerHost:   32, // all calls go to one host
	}}, nil
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the transport.
func (e *endpoint) CloseIdleConnections() {
	if c, ok := e.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// RoundTrip implements http.RoundTripper.
func (e *endpoint) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Host = e.base.Host
	r.URL.Scheme, r.URL.Host, r.URL.User = e.base.Scheme, e.base.Host, e.base.User
	r.URL.Path, r.URL.RawPath = e.base.Path+r.URL.Path, ""
	return e.next.RoundTrip(r)
}
