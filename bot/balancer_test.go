//go:build unix

package bot

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// balancer stands between Discord and several processes, and gives each its turn.
type balancer struct {
	*testing.T
	url      string
	interval time.Duration // from one question for health to the next
	// retries: a request that one does not answer goes to another, within two seconds.
	retries   bool
	transport *http.Transport

	mu      sync.Mutex
	targets map[string]bool // addresses, and whether they are well
	failed  map[string]time.Time
	turn    int
}

func (b *balancer) serve() {
	b.failed, b.interval = map[string]time.Time{}, 200*time.Millisecond
	b.transport = &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 1500 * time.Millisecond}).DialContext,
		ResponseHeaderTimeout: 3 * time.Second, MaxIdleConnsPerHost: 32,
	}
	s := httptest.NewServer(b)
	b.url = s.URL
	b.Cleanup(s.Close)
}

func (b *balancer) set(address string, well bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.targets[address] = well
}

func (b *balancer) forget(address string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.targets, address)
}

// askHealth goes on asking each of those addresses whether it takes webhooks.
func (b *balancer) askHealth(addresses []string) {
	asking := http.Client{Timeout: 300 * time.Millisecond, Transport: &http.Transport{DisableKeepAlives: true}}
	ask := func() {
		for _, address := range addresses {
			resp, err := asking.Get("http://" + address + "/healthz")
			b.set(address, err == nil && resp.StatusCode == http.StatusOK)
			if err == nil {
				resp.Body.Close()
			}
		}
	}
	ask()
	var all sync.WaitGroup
	done := make(chan struct{})
	all.Go(func() {
		for tick := time.Tick(b.interval); ; {
			select {
			case <-done:
				return
			case <-tick:
				ask()
			}
		}
	})
	b.Cleanup(func() { close(done); all.Wait() })
}

// next returns whose turn it is, empty while nobody is well.
func (b *balancer) next() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var well []string
	for address, isWell := range b.targets {
		if isWell && time.Since(b.failed[address]) > b.interval {
			well = append(well, address)
		}
	}
	if len(well) == 0 {
		return ""
	}
	slices.Sort(well)
	b.turn++
	return well[b.turn%len(well)]
}

func (b *balancer) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	for begun := time.Now(); err == nil && time.Since(begun) < 6*time.Second; time.Sleep(5 * time.Millisecond) {
		address := b.next()
		if address == "" && b.retries {
			continue
		}
		req, _ := http.NewRequestWithContext(r.Context(), r.Method, "http://"+address+r.URL.Path, bytes.NewReader(body))
		req.Header, req.GetBody = r.Header, nil // so that the transport repeats nothing by itself
		var resp *http.Response
		resp, err := b.transport.RoundTrip(req)
		if err == nil {
			defer resp.Body.Close()
			rw.WriteHeader(resp.StatusCode)
			_, _ = io.Copy(rw, resp.Body)
			return
		}
		if !b.retries {
			b.Errorf("balancer: %s: %v", address, err)
			break
		}
		b.mu.Lock()
		b.failed[address] = time.Now()
		b.mu.Unlock()
	}
	rw.WriteHeader(http.StatusBadGateway)
}

// caddy has Caddy do it, with deploy/Caddyfile.
func (b *balancer) caddy(program string, addresses []string) {
	file, err := os.ReadFile("../deploy/Caddyfile")
	if err != nil {
		b.Fatal(err)
	}
	dir, address := b.TempDir(), freeAddress(b.T)
	b.url, b.interval = "http://"+address, 2*time.Second
	config := strings.Replace(string(file), "nimatron-1:8080 nimatron-2:8080", strings.Join(addresses, " "), 1)
	config = "{\n\tadmin off\n\tauto_https off\n}\n" + config
	if err := os.WriteFile(filepath.Join(dir, "Caddyfile"), []byte(config), 0o600); err != nil {
		b.Fatal(err)
	}
	c := exec.Command(program, "run", "--config", filepath.Join(dir, "Caddyfile"))
	c.Env = append(os.Environ(), "NIMATRON_HOST="+b.url, "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
		if b.Failed() {
			b.Logf("Caddy said: %s", &said)
		}
	})
	for get(b.url) == 0 {
		if err := soon(b.T).Err(); err != nil {
			b.Fatalf("%v: %s", err, &said)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
