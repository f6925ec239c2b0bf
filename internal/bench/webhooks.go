//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"
)

// far is a Discord that is so far away: everything between it and a bot passes through here, on
// connections that stand. If answers go in the response to a webhook, the call with the answer costs no
// way of its own: it is taken at the bot's door, and goes back with the response.
type far struct {
	*run
	toBot, toDiscord *httputil.ReverseProxy
	delay            time.Duration // one way
	inResponse       bool

	mu   sync.Mutex
	sent map[string]*sending // by the token of the interaction
	took took
}

// sending is an interaction on its way.
type sending struct {
	at   time.Time
	done chan struct{} // closed when Discord has carried out its answer
}

// proxy passes requests on, and each answer after the way back.
func (f *far) proxy(address string) *httputil.ReverseProxy {
	to, err := url.Parse(address)
	f.must(err)
	return &httputil.ReverseProxy{
		Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = to.Host },
		Transport:      &http.Transport{MaxIdleConnsPerHost: 64},
		ModifyResponse: func(*http.Response) error { time.Sleep(f.delay); return nil },
	}
}

func (f *far) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if r.URL.Path == "/interactions" {
		var about struct{ Token string }
		_ = json.Unmarshal(body, &about)
		f.mu.Lock()
		f.sent[about.Token] = &sending{time.Now(), make(chan struct{})}
		f.mu.Unlock()
		time.Sleep(f.delay)
		f.toBot.ServeHTTP(w, r)
		return
	}
	s, first := f.about(r.URL.Path)
	if s != nil && first && f.inResponse {
		w.WriteHeader(http.StatusNoContent) // the bot has done its part
		r = r.Clone(f.ctx)
		r.Body = io.NopCloser(bytes.NewReader(body))
		go f.carryOut(httptest.NewRecorder(), r, s)
		return
	}
	if s != nil && !first {
		<-s.done
	}
	if s != nil && first {
		f.carryOut(w, r, s)
		return
	}
	time.Sleep(f.delay)
	f.toDiscord.ServeHTTP(w, r)
}

// about returns the interaction that a call is about, if it is about one, and whether it is the first
// answer.
func (f *far) about(path string) (s *sending, first bool) {
	parts := strings.Split(path, "/") // …/interactions/ID/TOKEN/callback, …/webhooks/APP/TOKEN/…
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, part := range parts {
		if s == nil {
			s = f.sent[part]
		}
	}
	return s, s != nil && parts[len(parts)-1] == "callback"
}

// carryOut brings Discord the first answer.
func (f *far) carryOut(w http.ResponseWriter, r *http.Request, s *sending) {
	time.Sleep(f.delay)
	f.mu.Lock()
	f.took = append(f.took, time.Since(s.at))
	f.mu.Unlock()
	f.toDiscord.ServeHTTP(w, r)
	close(s.done)
}

// webhookWays compares answers by a call and in the response. People tap; boards are without pictures.
func webhookWays(r *run) {
	d := r.long(10*time.Second, 300*time.Millisecond)
	r.head("one way", "channels", "answer", "p50", "p95", "p99", "processor each")
	for _, delay := range []time.Duration{0, 40 * time.Millisecond} {
		for _, channels := range []int{1, 20} {
			each(r, []bool{false, true}, func(inResponse bool) {
				how := map[bool]string{false: "by a call", true: "in the response"}[inResponse]
				r.doing("%v, %d channels, %s", delay, channels, how)
				srv := r.discord()
				f := &far{run: r, delay: delay, inResponse: inResponse, sent: map[string]*sending{}}
				between := httptest.NewServer(f)
				r.Cleanup(between.Close)
				f.toDiscord = f.proxy(srv.URL)
				s := &served{r.start(work{Bot: webhookBot, Database: r.file(), URL: between.URL}), srv, srv.AddGuild("guild"), webhookBot, ""}
				f.toBot = f.proxy(s.Address)
				s.ready(between.URL)
				seats := s.seats(channels, 1)
				for _, t := range seats {
					t.slash(false, "settings", "name", "pictures", "value", "off")
				}
				f.took = nil
				shown := s.play(seats, (*seat).tap, forTime(d))
				s.end("already been acknowledged") // where the machine is so busy that an answer is said again
				between.Close()
				r.row(delay, channels, how, short(f.took.at(.5)), short(f.took.at(.95)), short(f.took.at(.99)), fmt.Sprint(micro(shown.each())))
			})
		}
	}
}
