//go:build unix

package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/front"
	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
)

// inResponse has a bot answer interactions in the responses to their webhooks: it takes the
// calls that would answer them before they leave. It is the way that the bot does not go,
// and at its best, as these calls cost hardly anything here.
type inResponse struct {
	next http.RoundTripper

	mu      sync.Mutex
	waiting map[string]chan answerInResponse // by token
}

type answerInResponse struct {
	contentType string
	body        []byte
}

// serveInResponse is Run for such a bot.
func serveInResponse(ctx context.Context, c Config) error {
	api, err := newEndpoint(c.APIURL)
	if err != nil {
		return err
	}
	b := &bot{service: c.Service, log: c.Log, pictures: newPictures(c.Log), timing: *c.timing, token: c.Token, api: api, context: context.WithoutCancel(ctx), dropped: tally{log: c.Log, every: time.Hour}}
	b.front = front.New(b.context, front.Config{Service: c.Service, Outbox: c.Outbox, Platform: b, Log: b.log, Limits: c.limits})
	b.rest = newREST(c.Token, api, b.timing, func() {})
	a := &inResponse{next: api, waiting: map[string]chan answerInResponse{}}
	b.rest.client.Transport = a
	w := &webhooks{bot: b}
	server := &http.Server{Handler: a.handler(w.handler())}
	go server.Serve(c.Webhooks)
	defer server.Close()
	if err := w.introduce(ctx, c.PublicKey); err != nil {
		return err
	}
	<-ctx.Done()
	b.drain(ctx)
	b.tasks.Wait()
	return nil
}

// handler answers with what the call would have said.
func (a *inResponse) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			rw.WriteHeader(http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		token, answered := tokenIn(body), make(chan answerInResponse, 1)
		a.mu.Lock()
		a.waiting[token] = answered
		a.mu.Unlock()
		defer a.take(token)
		taken := httptest.NewRecorder()
		next.ServeHTTP(taken, r)
		if taken.Code != http.StatusAccepted {
			rw.WriteHeader(taken.Code)
			_, _ = rw.Write(taken.Body.Bytes())
			return
		}
		select {
		case answer := <-answered:
			rw.Header().Set("Content-Type", answer.contentType)
			_, _ = rw.Write(answer.body)
		case <-time.After(time.Minute):
			rw.WriteHeader(http.StatusInternalServerError)
		}
	})
}

// RoundTrip implements http.RoundTripper.
func (a *inResponse) RoundTrip(r *http.Request) (*http.Response, error) {
	if answered := a.take(callbackToken(r)); answered != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		answered <- answerInResponse{r.Header.Get("Content-Type"), body}
		// Which message it has made is not told.
		return &http.Response{StatusCode: http.StatusNoContent, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
	}
	return a.next.RoundTrip(r)
}

// take returns who waits for the answer to an interaction, once; nil for nobody.
func (a *inResponse) take(token string) chan answerInResponse {
	a.mu.Lock()
	defer a.mu.Unlock()
	answered := a.waiting[token]
	delete(a.waiting, token)
	return answered
}

// tokenIn returns the token of an interaction.
func tokenIn(webhook []byte) string {
	_, rest, _ := bytes.Cut(webhook, []byte(`"token":"`))
	token, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(token)
}

// callbackToken returns the token of the interaction that a call is the first answer to,
// empty for another call.
func callbackToken(r *http.Request) string {
	rest, ok := strings.CutSuffix(r.URL.Path, "/callback")
	_, rest, ok2 := strings.Cut(rest, "/interactions/")
	_, token, _ := strings.Cut(rest, "/")
	if !ok || !ok2 || r.Method != http.MethodPost {
		return ""
	}
	return token
}

// far is a Discord that is so far away: everything between it and a bot passes through here,
// on connections that stand. It takes answers in the response to a webhook too.
type far struct {
	*testing.T
	*httptest.Server
	discord *httputil.ReverseProxy
	api     string
	bot     string        // where it takes webhooks
	delay   time.Duration // one way

	mu   sync.Mutex
	sent map[string]*sending // by token
	took []time.Duration
}

// sending is an interaction on its way.
type sending struct {
	at   time.Time
	done chan struct{} // closed when Discord has carried out its answer
}

func newFar(t *testing.T, srv *discordtest.Server, delay time.Duration) *far {
	t.Helper()
	to, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	f := &far{T: t, api: srv.URL, delay: delay, sent: map[string]*sending{}, discord: &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(to) },
		Transport: &http.Transport{MaxIdleConnsPerHost: 64},
	}}
	f.Server = httptest.NewServer(http.HandlerFunc(f.pass))
	t.Cleanup(f.Close)
	return f
}

func (f *far) pass(rw http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/interactions" {
		f.send(rw, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	time.Sleep(f.delay)
	if token := callbackToken(r); token != "" {
		s := f.has(token)
		defer close(s.done)
	}
	if _, rest, ok := strings.Cut(r.URL.Path, "/webhooks/"); ok { // wait for what it is about
		_, token, _ := strings.Cut(rest, "/")
		token, _, _ = strings.Cut(token, "/")
		f.mu.Lock()
		s := f.sent[token]
		f.mu.Unlock()
		<-s.done
	}
	answer := httptest.NewRecorder()
	f.discord.ServeHTTP(answer, r)
	time.Sleep(f.delay)
	copyAnswer(rw, answer.Result(), answer.Body.Bytes())
}

// has notes that an interaction's answer has reached Discord.
func (f *far) has(token string) *sending {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.sent[token]
	f.took = append(f.took, time.Since(s.at))
	return s
}

// send passes a webhook on, and what answers it in the response as if it were a call.
func (f *far) send(rw http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var about struct {
		ID, Token string
		Type      int
	}
	_ = json.Unmarshal(body, &about)
	s := &sending{time.Now(), make(chan struct{})}
	f.mu.Lock()
	f.sent[about.Token] = s
	f.mu.Unlock()
	time.Sleep(f.delay)
	resp, answer, err := f.call(f.bot, r.Header, body)
	if err != nil {
		rw.WriteHeader(http.StatusBadGateway)
		return
	}
	time.Sleep(f.delay)
	if about.Type == 1 || resp.StatusCode != http.StatusOK {
		copyAnswer(rw, resp, answer)
		return
	}
	f.has(about.Token)
	resp, answer, err = f.call(f.api+"/api/v9/interactions/"+about.ID+"/"+about.Token+"/callback", resp.Header, answer)
	close(s.done)
	if err != nil || resp.StatusCode/100 != 2 {
		f.Errorf("an answer in the response is refused: %v, %s", err, answer)
	}
	rw.WriteHeader(http.StatusAccepted)
}

// call makes a call and returns its answer.
func (f *far) call(address string, header http.Header, body []byte) (*http.Response, []byte, error) {
	req, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	req.Header = header.Clone()
	req.Header.Set("Authorization", "Bot "+secret)
	resp, err := f.discord.Transport.RoundTrip(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	return resp, answer, err
}

func copyAnswer(rw http.ResponseWriter, resp *http.Response, body []byte) {
	maps.Copy(rw.Header(), resp.Header)
	rw.WriteHeader(resp.StatusCode)
	_, _ = rw.Write(body)
}

// TestWebhookWays compares the two ways to answer a webhook: by 202 and a call of its own,
// and in the response. People tap; boards are without pictures, so that there is little else
// to do. It takes some seconds, or as long for each of the eight as NIMATRON_LOAD says, such
// as 10s: then the two take turns, so that both have their share of what else the machine does.
func TestWebhookWays(t *testing.T) {
	testlong.Measure(t, "NIMATRON_LOAD")
	d, rounds := loadTime(t)/4, 1
	if os.Getenv("NIMATRON_LOAD") != "" {
		rounds = 4
	}
	kinds := []string{webhookChild, inResponseChild}
	for _, delay := range []time.Duration{0, 40 * time.Millisecond} {
		for _, channels := range []int{1, 20} {
			var cpu [2]time.Duration
			var took [2][]time.Duration
			for range rounds {
				for n, kind := range kinds {
					used, times := webhookWay(t, kind, delay, channels, d)
					cpu[n] += used
					took[n] = append(took[n], times...)
				}
			}
			for n, kind := range kinds {
				t.Logf("%v away, %d channels, %s: %d interactions, %d µs of processor each; until Discord has the answer %s",
					delay, channels, kind, len(took[n]), cpu[n].Microseconds()/int64(max(1, len(took[n]))), percentiles(took[n]))
			}
		}
	}
}

// webhookWay has people tap in so many channels, each as soon as the tap before is answered.
// The processor time is the bot's, without its start where the system tells that.
func webhookWay(t *testing.T, kind string, delay time.Duration, channels int, d time.Duration) (cpu time.Duration, took []time.Duration) {
	t.Helper()
	srv := discordtest.New(discordtest.Options{Token: secret})
	defer srv.Close()
	f, address := newFar(t, srv, delay), freeAddress(t)
	f.bot = "http://" + address + "/interactions"
	c := startChild(t, srv, kind, filepath.Join(t.TempDir(), "nimatron.db"), childHTTP+"="+address, childURL+"="+f.URL)
	for get("http://"+address+"/healthz") != http.StatusOK {
		if err := soon(t).Err(); err != nil {
			t.Fatalf("%v: %s", err, &c.said)
		}
		time.Sleep(time.Millisecond)
	}
	if err := errors.Join(srv.SetEndpoints(soon(t), f.URL+"/interactions"), srv.WaitCommands(soon(t))); err != nil {
		t.Fatal(err)
	}
	guild := srv.AddGuild("guild")
	var all sync.WaitGroup
	begun, start := time.Now(), c.processor(t)
	for n := range channels {
		ch, u := guild.AddChannel(fmt.Sprint("channel-", n)), srv.AddUser(fmt.Sprint("user-", n))
		all.Go(func() {
			tapOn(t, kind, false, ch, u, func() bool { return time.Since(begun) < d }, func(*discordtest.Interaction) {})
		})
	}
	all.Wait()
	c.stop(t)
	for _, v := range srv.Violations() {
		if !strings.Contains(v, "already been acknowledged") { // where the machine is so busy that an answer is said again
			t.Error("violation:", v)
		}
	}
	return c.ProcessState.SystemTime() + c.ProcessState.UserTime() - start, f.took
}
