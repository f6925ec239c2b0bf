package transport

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/internal/must"
)

func TestReadPublicKey(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "00", strings.Repeat("0", 63), strings.Repeat("x", 64), strings.Repeat("0", 66)} {
		if _, err := ReadPublicKey(text); !errors.Is(err, ErrPublicKey) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if key, err := ReadPublicKey(strings.Repeat("aB", 32)); err != nil || len(key) != 32 || key[0] != 0xab {
		t.Errorf("%x, %v", key, err)
	}
}

// A phone on a slow line loads a file to its end. One that takes nothing is dropped.
func TestPagesOverASlowLine(t *testing.T) {
	const size, rate = 8_700_000, 40_000 // bytes, and bytes a second
	synctest.Test(t, func(t *testing.T) {
		line := pipes(make(chan net.Conn))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			(&Client{Config: Config{Log: slog.New(slog.DiscardHandler)}}).ServePages(ctx, line, http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
				_, _ = rw.Write(make([]byte, size))
			}))
		}()
		load := func(rate int64) (n int64) {
			client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(context.Context, string, string) (net.Conn, error) {
				here, there := net.Pipe()
				line <- there
				return here, nil
			}}}
			resp := must.Get(client.Get("http://nim.example.org/page.wasm"))(t)
			defer resp.Body.Close()
			for {
				more, err := io.CopyN(io.Discard, resp.Body, rate)
				if n += more; err != nil {
					return n
				}
				time.Sleep(time.Second)
			}
		}
		if n := load(rate); n != size {
			t.Errorf("%d of %d bytes arrive at %d a second", n, size, rate)
		}
		if n := load(100); n == size {
			t.Error("a phone that takes next to nothing is never dropped")
		}
		stop()
		<-ended
	})
}

// pipes is a listener without buffers.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error {
	close(p)
	return nil
}

func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }
