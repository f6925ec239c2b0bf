package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// endpoint is a transport that sends discordgo's REST calls, all of them to an
// address built in, to another base. It also makes GET /gateway a GET
// /gateway/bot: discordgo opens sessions with the first alone, which proxies in
// front of the API need not serve and which does not notice a bad token.
type endpoint struct {
	base *url.URL
	next http.RoundTripper
}

// discordURL is Discord's own base of the REST API.
const discordURL = "https://discord.com"

// newEndpoint returns the transport for a base, which ends before "/api".
func newEndpoint(apiURL string) (*endpoint, error) {
	if apiURL == "" {
		apiURL = discordURL
	}
	u, err := url.Parse(apiURL)
	switch {
	case err != nil:
		var parse *url.Error
		if errors.As(err, &parse) {
			err = parse.Err // which does not repeat the address, passwords and all
		}
		return nil, fmt.Errorf("the Discord API URL can't be read: %w", err)
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return nil, fmt.Errorf("the Discord API URL %q needs http:// or https:// and a host", u.Redacted())
	case u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("the Discord API URL %q must end with its path", u.Redacted())
	}
	u.Path = strings.TrimRight(u.Path, "/")
	if strings.HasSuffix(u.Path, "/api") {
		return nil, fmt.Errorf("the Discord API URL %q is to be given without its /api", u.Redacted())
	}
	return &endpoint{base: u, next: &http.Transport{
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
	if strings.HasSuffix(r.URL.Path, "/gateway") {
		r.URL.Path += "/bot"
	}
	r.URL.Path, r.URL.RawPath = e.base.Path+r.URL.Path, ""
	return e.next.RoundTrip(r)
}

// client returns an HTTP client for the endpoint, whose requests end when ctx
// does even where discordgo gives them no context.
func (e *endpoint) client(ctx context.Context) *http.Client {
	return &http.Client{
		Timeout:   30 * time.Second,
		Transport: bounded{ctx, e},
		// The API does not redirect. Whatever does is not given the token.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// bounded is a transport whose requests, bodies included, end with ctx.
type bounded struct {
	ctx  context.Context
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(b.ctx, cancel)
	resp, err := b.next.RoundTrip(r.WithContext(ctx))
	if err != nil {
		stop()
		cancel()
		return nil, err
	}
	resp.Body = &boundBody{resp.Body, func() { stop(); cancel() }}
	return resp, nil
}

// boundBody is a response body whose request's context ends when it is closed.
type boundBody struct {
	io.ReadCloser
	release func()
}

// Close closes the body.
func (b *boundBody) Close() error {
	defer b.release()
	return b.ReadCloser.Close()
}
