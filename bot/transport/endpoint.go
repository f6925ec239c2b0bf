package transport

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/bwmarrin/discordgo"
)

type endpoint struct {
	base string // without a slash at its end
	web  string // base for people: without a password
	own  bool
	http http.RoundTripper
}

// A Dialer connects to an address; nil for the usual one.
type Dialer = func(ctx context.Context, network, address string) (net.Conn, error)

// newEndpoint returns the endpoint for a base without "/api"; empty for Discord's. connect may be
// nil.
func newEndpoint(apiURL string, connect Dialer) (*endpoint, error) {
	const discordURL = "https://discord.com"
	if apiURL == "" {
		apiURL = discordURL
	}
	// The address may have a password, even in a part that does not parse, so errors don't repeat
	// it.
	u, err := url.Parse(apiURL)
	switch {
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return nil, errors.New("invalid Discord API URL: it needs http:// or https:// and a host, such as https://proxy.example")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("the Discord API URL must end with its path, without ? or #")
	}
	base := strings.TrimRight(apiURL, "/")
	if strings.HasSuffix(base, "/api") {
		return nil, errors.New("give the Discord API URL without /api")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = transport.MaxIdleConns // all calls go to one host
	transport.WriteBufferSize = 32 << 10                   // a message with its picture is one write
	if connect != nil {
		transport.DialContext = connect
	}
	u.User = nil
	return &endpoint{base: base, web: strings.TrimRight(u.String(), "/"), own: base == discordURL, http: transport}, nil
}

// apiVersion is the version of the REST API and of the gateway. discordgo's addresses still have an older
// one.
const apiVersion = "10"

func (e *endpoint) address(of string) string {
	return e.base + "/api/v" + apiVersion + "/" + strings.TrimPrefix(of, discordgo.EndpointAPI)
}

// Link returns the address, for people, of a channel or a message of the form channel/message.
func (e *endpoint) Link(server, handle string) string {
	return e.web + "/channels/" + cmp.Or(server, "@me") + "/" + handle
}
