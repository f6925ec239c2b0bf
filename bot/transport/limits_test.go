package transport

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
	"nimatron/internal/metrics"
	"nimatron/internal/must"
)

const token = "a-very-secret-token"

// calling runs a test with its own clock, a Discord, and a client of it.
func calling(t *testing.T, test func(*testing.T, *discordtest.Server, *Client)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC))) // bubbles begin in 2000
		srv := discordtest.New(discordtest.Options{Token: token, Memory: true})
		c := must.Get(New(Config{
			Token: token, APIURL: srv.URL, Timing: DefaultTiming, Log: slog.New(slog.DiscardHandler), Metrics: metrics.New(""), Dial: srv.DialContext,
			Unauthorized: func() { t.Error("the token was taken to be bad") },
		}))(t)
		t.Cleanup(func() {
			c.Close()
			srv.Close()
		})
		test(t, srv, c)
	})
}

// Discord allows 50 calls in any second, whether they start together or one after another.
func TestPace(t *testing.T) {
	for _, hurry := range []time.Duration{0, time.Millisecond, paceStep, 2 * paceStep} {
		p := newPace()
		now := time.Now()
		var times []time.Time
		for range 300 {
			times = append(times, now.Add(p.ReserveN(now, 1).DelayFrom(now)))
			now = now.Add(hurry)
		}
		for i := 50; i < len(times); i++ {
			if d := times[i].Sub(times[i-50]); d <= time.Second {
				t.Fatalf("one call each %v: 51 in %v", hurry, d)
			}
		}
		if most := 300 * max(paceStep, hurry); times[299].Sub(times[0]) > most {
			t.Errorf("one call each %v: 300 take %v, more than %v", hurry, times[299].Sub(times[0]), most)
		}
	}
}

// Simultaneous calls are paced.
func TestCallsArePaced(t *testing.T) {
	calling(t, func(t *testing.T, _ *discordtest.Server, c *Client) {
		began := time.Now()
		var group sync.WaitGroup
		for i := range maxBurst + 10 {
			group.Go(func() {
				err := c.Do(t.Context(), Call{Method: "GET", URL: discordgo.EndpointUser("@me"), Route: fmt.Sprint(i)})
				if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if took := time.Since(began); took < 10*paceStep {
			t.Errorf("%d calls took %v", maxBurst+10, took)
		}
	})
}

// After many refused calls the bot stops calling.
func TestRefusalsAreCounted(t *testing.T) {
	calling(t, func(t *testing.T, srv *discordtest.Server, c *Client) {
		answered := func(text string) (n int) {
			for _, r := range srv.Requests() {
				if strings.Contains(r.Path, text) {
					n++
				}
			}
			return n
		}
		get := func(route, url string) error {
			return c.Do(t.Context(), Call{Method: http.MethodGet, URL: url, Route: route, Limits: c.limits})
		}
		srv.Fail(discordtest.Fault{Path: "/channels/*", Status: 403, Code: 50001, Times: 2000})
		for range 10 {
			get("here", discordgo.EndpointChannel("1"))
		}
		if n := answered("/channels/1"); n != maxRefusedHere {
			t.Errorf("%d calls where each is refused", n)
		}
		if err := get("here", discordgo.EndpointChannel("1")); !errors.Is(err, ErrRefusedHere) {
			t.Error(err)
		}
		if err := get("there", discordgo.EndpointUser("@me")); err != nil {
			t.Errorf("another Route: %v", err)
		}
		for i := range 2 * maxRefusals {
			get(fmt.Sprint(i), discordgo.EndpointChannel("2"))
		}
		if n := answered("/channels/"); n < maxRefusals || n > maxRefusals*11/10 { // some of the allowance is restored meanwhile
			t.Errorf("%d refused calls, want about %d", n, maxRefusals)
		}
		if err := get("there", discordgo.EndpointUser("@me")); !errors.Is(err, errRefusals) {
			t.Error(err)
		}
		time.Sleep(refusalsSpan)
		if err := get("there", discordgo.EndpointUser("@me")); err != nil {
			t.Errorf("ten minutes later: %v", err)
		}
	})
}

// A rate limit without a waiting time does not cause a tight loop of calls.
func TestEndlessLimit(t *testing.T) {
	calling(t, func(t *testing.T, srv *discordtest.Server, c *Client) {
		srv.Fail(discordtest.Fault{Status: 429, Times: 1000})
		err := c.Do(t.Context(), Call{Method: http.MethodGet, URL: discordgo.EndpointUser("@me"), Route: "x"})
		if n := len(srv.Requests()); err == nil || n > 30 {
			t.Errorf("%d calls in 45 seconds: %v", n, err)
		}
	})
}

func TestBucketsAreForgotten(t *testing.T) {
	b := NewBuckets()
	for i := range 3 * maxBuckets {
		if wait, err := b.acquire(fmt.Sprint(i)); wait != 0 || err != nil {
			t.Fatal(wait, err)
		}
		b.release(fmt.Sprint(i), 200, http.Header{}, nil)
	}
	if len(b.routes) > maxBuckets {
		t.Errorf("%d buckets", len(b.routes))
	}
}

// The fields that Discord refuses are in the error.
func TestRefusedFields(t *testing.T) {
	answer := `{"code":50035,"message":"Invalid Form Body","errors":{"data":{"components":{"0":{"label":{"_errors":[{"code":"X","message":"y"}]}},
		"1":{"_errors":[]}},"flags":{"_errors":[{"a":{"b":[1]}},{"message":"z"}]},"nonce":{"_errors":[]}}}}`
	const want = "Invalid Form Body: data.components.0.label (y), data.components.1, data.flags (z) (code 50035)"
	for _, test := range []struct{ answer, want string }{
		{answer, want}, {strings.Replace(answer, `"nonce"`, `"nonce":1,"n"`, 1), want},
		{`{"code":50035,"message":"Invalid Form Body","errors":{}}`, "Invalid Form Body (code 50035)"},
		{`{"code":50035,"message":"Invalid Form Body","errors":[1]}`, "Invalid Form Body (code 50035)"},
		{`{"code":50035,"message":"Invalid Form Body","errors":{"a":{"b":7}}}`, "Invalid Form Body (code 50035)"},
		{`{"code":50035,"message":"Invalid Form Body","errors":{"a":{"_errors":7}}}`, "Invalid Form Body: a (code 50035)"},
	} {
		if got := newRefusal(&http.Response{StatusCode: 400}, []byte(test.answer)).Error(); !strings.HasSuffix(got, test.want) {
			t.Errorf("%s gives %q, want %q", test.answer, got, test.want)
		}
	}
}
