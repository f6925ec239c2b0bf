package live

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Bounds on the requests of a browser that had a seat, or of a signed link or cookie, and on those of all others by
// address and network, in requests a second and at once. They hold before the database is asked. A classroom shares
// one address.
const (
	knownRate, knownBurst     = 20, 200
	addressRate, addressBurst = 5, 60
	networkRate, networkBurst = 20, 240
	strangerRate, strangers   = 100, 1000

	maxAddresses = 10_000 // whose requests are counted; then the count begins anew
	maxKnown     = 10_000
)

var errTooManyRequests = refuse(http.StatusTooManyRequests, "Too many requests come from your network. Try again in a minute.")

type gate struct {
	mu     sync.Mutex
	counts map[netip.Prefix]*rate.Limiter
	all    *rate.Limiter
	known  map[string]*rate.Limiter
}

func newGate() *gate {
	return &gate{counts: map[netip.Prefix]*rate.Limiter{}, all: rate.NewLimiter(strangerRate, strangers), known: map[string]*rate.Limiter{}}
}

// allow bounds a request by the first of some names that is known, else by where it comes from.
func (g *gate) allow(r *http.Request, now time.Time, names ...string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := slices.IndexFunc(names, func(name string) bool { return g.known[name] != nil })
	var limits []*rate.Limiter
	if at >= 0 {
		limits = append(limits, g.known[names[at]])
	} else {
		address, network := networks(r)
		limits = append(limits, g.count(address, addressRate, addressBurst), g.count(network, networkRate, networkBurst), g.all)
	}
	for _, l := range limits {
		if !l.AllowN(now, 1) {
			return errTooManyRequests
		}
	}
	return nil
}

// allowSigned admits whoever shows a link or cookie that we signed, so that strangers can't keep them out.
func (g *gate) allowSigned(token string, now time.Time) bool {
	return g.know(hash(token)).AllowN(now, 1)
}

func (g *gate) count(p netip.Prefix, each rate.Limit, burst int) *rate.Limiter {
	if g.counts[p] == nil {
		if len(g.counts) >= maxAddresses {
			clear(g.counts)
		}
		g.counts[p] = rate.NewLimiter(each, burst)
	}
	return g.counts[p]
}

func (g *gate) know(browser string) *rate.Limiter {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.known) >= maxKnown {
		clear(g.known)
	}
	if g.known[browser] == nil {
		g.known[browser] = rate.NewLimiter(knownRate, knownBurst)
	}
	return g.known[browser]
}

func (g *gate) knows(name string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.known[name] != nil
}

// networks returns a client's address and its network. A private address is that of a proxy, which
// names its client last.
func networks(r *http.Request) (address, network netip.Prefix) {
	from, _ := netip.ParseAddrPort(r.RemoteAddr)
	a := from.Addr().Unmap()
	if forwarded := r.Header.Values("X-Forwarded-For"); (a.IsLoopback() || a.IsPrivate()) && len(forwarded) > 0 {
		list := strings.Split(forwarded[len(forwarded)-1], ",")
		if client, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
			a = client.Unmap()
		}
	}
	own, wide := 32, 24
	if a.Is6() {
		own, wide = 64, 48
	}
	address, _ = a.Prefix(own)
	network, _ = a.Prefix(wide)
	return address, network
}
