package live

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Bounds on requests that have not proved to come from a known browser, in requests a second and at once.
// They hold before the database is asked. A classroom shares one address.
const (
	addressRate, addressBurst = 5, 60
	networkRate, networkBurst = 20, 240
	strangerRate, strangers   = 100, 1000

	maxAddresses = 10_000 // whose requests are counted; then the count begins anew
	maxKnown     = 10_000 // browsers that had a seat
)

var errTooManyRequests = refuse(http.StatusTooManyRequests, "Too many requests come from your network. Try again in a minute.")

// gate turns floods away.
type gate struct {
	mu     sync.Mutex
	counts map[netip.Prefix]*rate.Limiter
	all    *rate.Limiter
	known  map[string]bool // hashes of browsers
}

func newGate() *gate {
	return &gate{counts: map[netip.Prefix]*rate.Limiter{}, all: rate.NewLimiter(strangerRate, strangers), known: map[string]bool{}}
}

// allow counts a request, unless its browser is known.
func (g *gate) allow(r *http.Request, browser string, now time.Time) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known[browser] {
		return nil
	}
	address, network := networks(r)
	for _, l := range []*rate.Limiter{g.count(address, addressRate, addressBurst), g.count(network, networkRate, networkBurst), g.all} {
		if !l.AllowN(now, 1) {
			return errTooManyRequests
		}
	}
	return nil
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

// know lets a browser pass from now on.
func (g *gate) know(browser string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.known) >= maxKnown {
		clear(g.known)
	}
	g.known[browser] = true
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
