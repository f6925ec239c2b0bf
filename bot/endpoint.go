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

// endpoint is a transport that redirects REST calls from Discord's address to another base.
type endpoint struct {
	base *url.URL
	own  bool // the base is Discord's
	next http.RoundTripper
	dial dialer // for the gateway; nil for net.Dialer's
}

// dialer has the signature of net.Dialer.DialContext.
type dialer = func(ctx context.Context, network, address string) (net.Conn, error)

// dialBy sets the dialer for calls and the gateway.
func (e *endpoint) dialBy(dial dialer) {
	e.dial = dial
	if t, ok := e.next.(*http.Transport); ok {
		t.DialContext = dial
	}
}

// discordURL is the base of Discord's REST API.
const discordURL = "https://discord.com"

// newEndpoint returns the transport for a base without "/api".
func newEndpoint(apiURL string) (*endpoint, error) {
	if apiURL == "" {
		apiURL = discordURL
	}
	// The address may hold a password, also in a part that does not parse, so errors do not repeat
	// it.
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

// CloseIdleConnections passes http.Client.CloseIdleConnections on.
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
