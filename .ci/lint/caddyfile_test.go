package lint

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	_ "github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
)

func TestCaddyfile(t *testing.T) {
	t.Setenv("NIMATRON_HOST", "nim.example.org")
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	compose, err := os.ReadFile(deploy + "compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	project, err := composed(string(compose))
	if err != nil {
		t.Fatal(err)
	}
	lint(t, "Caddyfile", func(_ *testing.T, content string) error {
		adapted, warnings, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(content), map[string]any{"filename": "Caddyfile"})
		if err != nil {
			return err
		}
		for _, w := range warnings {
			err = errors.Join(err, errors.New(w.String()))
		}
		var config caddy.Config
		if err := errors.Join(err, caddy.StrictUnmarshalJSON(adapted, &config), caddy.Validate(&config)); err != nil {
			return err
		}
		// It proxies to exactly the processes that receive webhooks.
		called := map[string]bool{}
		for _, dial := range regexp.MustCompile(`"dial":"([^"]*)"`).FindAllSubmatch(adapted, -1) {
			called[string(dial[1])] = true
		}
		for name, s := range project.Services {
			if at := s.Environment["NIMATRON_HTTP"]; at != nil {
				_, port, err := net.SplitHostPort(*at)
				if err != nil || !called[name+":"+port] {
					return fmt.Errorf("service %s at port %s gets nothing: %v", name, port, err)
				}
				delete(called, name+":"+port)
			}
		}
		if len(called) > 0 {
			return fmt.Errorf("compose.yaml has no services %v", called)
		}
		for _, said := range []string{`"host":["nim.example.org"]`, `"uri":"/healthz"`, `"path":["/interactions"]`, `"request_buffers":`} {
			if !bytes.Contains(adapted, []byte(said)) {
				return fmt.Errorf("there is no %s in %s", said, adapted)
			}
		}
		return nil
	}, []broken{
		{"lb_try_duration 2s", "lb_try_durration 2s", "lb_try_durration"},
		{"lb_try_duration 2s", "lb_try_duration soon", "soon"},
		{"\t\t\trequest_buffers 512KiB\n", "", `no "request_buffers":`},
		{"handle /interactions", "handle /interaction", "interactions"},
		{"lb_policy round_robin", "lb_policy round_robbin", "round_robbin"},
		{"reverse_proxy nimatron-1", "reverse_prox nimatron-1", "reverse_prox"},
		{"nimatron-2:8080", "nimatron-2:8088", "no services map[nimatron-2:8088:true]"},
		{"dial_timeout 500ms", "dial_timout 500ms", "dial_timout"},
		{"health_uri /healthz", "health_uri /health", `no "uri":"/healthz"`},
		{"{$NIMATRON_HOST}", "{$NIMATRON_NAME}", "unrecognized"},
		{"lb_policy query match", "lb_policy query", "Caddyfile:"},
		{"query match\n", "query match {\n", "Caddyfile:"},
	})
}

// A request that one process accepts but does not answer goes to the other in full, whether the
// first has died or hangs.
func TestCaddyTurnsToAnother(t *testing.T) {
	listen := func() (net.Listener, string) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		return l, l.Addr().String()
	}
	answering, there := listen()
	go http.Serve(answering, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = rw.Write(body)
	}))
	silent, hangs := listen()
	died := make(chan struct{})
	go http.Serve(silent, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		switch _, _ = io.Copy(io.Discard, r.Body); {
		case r.URL.Path == "/healthz":
		case r.ContentLength < 100: // it dies
			panic(http.ErrAbortHandler)
		default:
			select {
			case <-died:
			case <-r.Context().Done():
			}
		}
	}))
	t.Cleanup(func() { close(died) })

	file, err := os.ReadFile(deploy + "Caddyfile")
	if err != nil {
		t.Fatal(err)
	}
	front, address := listen()
	front.Close()
	t.Setenv("NIMATRON_HOST", "http://"+address)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	content := strings.Replace(string(file), "nimatron-1:8080 nimatron-2:8080", hangs+" "+there, 1)
	content = "{\n\tadmin off\n}\n" + strings.Replace(content, "lb_policy round_robin", "lb_policy first", 1)
	adapted, _, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(content), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := caddy.Load(adapted, true); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = caddy.Stop() })
	for _, size := range []int{50, 200_000} {
		sent := strings.Repeat("x", size)
		resp, err := http.Post("http://"+address+"/interactions", "application/json", strings.NewReader(sent))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK || string(answer) != sent {
			t.Errorf("%d bytes: status %d, %d bytes arrived, %v", size, resp.StatusCode, len(answer), err)
		}
		time.Sleep(2100 * time.Millisecond) // until the first is tried again
	}
}
