package bot

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"nimatron/commands/view"
	"nimatron/internal/discordtest"
)

// These are the random parts of call paths.
var (
	apiPart   = regexp.MustCompile(`^/api/v\d+`)
	noncePart = regexp.MustCompile(`"nonce":"([^"]*)"`)
	// peoplePart names whom a direct message is for: two people may be written to at once.
	peoplePart = regexp.MustCompile(`"recipient_id":"([^"]*)"`)
)

// RoundTrip delays the call and the answer, and may lose either.
func (p *process) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
		r.Body.Close()
	}
	path := apiPart.ReplaceAllString(r.URL.Path, "")
	call := r.Method + " " + path
	nonce := ""
	if found := noncePart.FindSubmatch(body); found != nil && r.Method == http.MethodPost {
		nonce = string(found[1])
		call += " " + nonce
	} else if found := peoplePart.FindSubmatch(body); found != nil {
		call += " " + string(found[1])
	} else if r.Method == http.MethodPatch {
		h := fnv.New32a()
		_, form, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		h.Write(bytes.ReplaceAll(body, []byte(form["boundary"]), nil)) // the boundary is random
		call += fmt.Sprintf(" %08x", h.Sum32())
	}
	draw, err := p.pass(r.Context(), call, p.netDelay)
	if err != nil {
		return nil, err
	}
	before, after := p.burns(draw)
	switch {
	case before:
		p.crash()
		return nil, errCrashed
	case p.hit(draw, 1, p.odds.refused):
		p.misfortune(call, "429")
		return answerOf(r, http.StatusTooManyRequests, fmt.Sprintf(`{"message":"You are being rate limited.","retry_after":%d.5,"global":%v}`, draw%3, draw%4 == 0)), nil
	case p.hit(draw, 2, p.odds.failed):
		p.misfortune(call, "502")
		return answerOf(r, http.StatusBadGateway, "upstream"), nil
	case p.hit(draw, 3, p.odds.lost):
		p.misfortune(call, "the call is lost")
		return p.lose(r.Context(), call, draw)
	}
	if resp, err := p.suffers(r, body, call, draw); resp != nil || err != nil {
		return resp, err
	}
	w := httptest.NewRecorder()
	again := r.Clone(r.Context())
	again.Body = io.NopCloser(bytes.NewReader(body))
	p.discord.Handler().ServeHTTP(w, again)
	p.bus.note("%s: %d %s", p.name, w.Code, call)
	// The fate of the answer is decided before the call.
	lost := p.hit(draw, 4, p.odds.lost)
	if w.Code/100 == 2 {
		p.said(nonce, path, body, w.Body.Bytes(), lost || after)
		if part := interactionPart.FindStringSubmatch(path); part != nil {
			p.shown(part[1])
		}
	}
	if after {
		p.crash()
		return nil, errCrashed
	}
	if draw, err = p.pass(r.Context(), "answer to "+call, p.answerDelay); err != nil {
		return nil, err
	}
	switch {
	case lost && draw%4 == 0 && w.Body.Len() > 2:
		p.misfortune(call, "the answer breaks off")
		resp := w.Result()
		resp.Body = io.NopCloser(io.MultiReader(io.LimitReader(resp.Body, int64(w.Body.Len()/2)), failing{}))
		return resp, nil
	case lost:
		p.misfortune(call, "the answer is lost")
		return p.lose(r.Context(), call, draw)
	}
	return w.Result(), nil
}

// interactionPart finds the interaction of a call.
var interactionPart = regexp.MustCompile(`token-of-(\d+)`)

// misfortune records that a call failed.
func (p *process) misfortune(call, what string) {
	p.bus.note("%s: %s", p.name, what)
	p.mu.Lock()
	defer p.mu.Unlock()
	if part := interactionPart.FindStringSubmatch(call); part != nil {
		p.unlucky[part[1]] = true
	}
}

// failing is a body that breaks off.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// lose ends a call without an answer, by a broken connection or a time-out.
func (p *process) lose(ctx context.Context, call string, draw uint64) (*http.Response, error) {
	if draw%3 == 0 {
		return nil, errors.New("connection reset")
	}
	select {
	case <-ctx.Done():
		p.mu.Lock()
		defer p.mu.Unlock()
		p.hung[call]++
		return nil, ctx.Err()
	case <-p.dead.Done():
		return nil, errCrashed
	}
}

func answerOf(r *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)),
	}
}

// drawn draws a picture of one pixel, after a delay that may be too long.
func (p *process) drawn(ctx context.Context, picture *view.Picture) ([]byte, error) {
	_, err := p.pass(ctx, "picture "+picture.Name, func(draw uint64) time.Duration {
		if p.hit(draw, 1, p.odds.late) {
			return 2 * pictureTime
		}
		return time.Duration(draw % uint64(pictureTime/2))
	})
	return []byte("\x89PNG"), err
}

// dial connects to the gateway.
func (p *process) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if _, err := p.pass(ctx, "dial", p.netDelay); err != nil {
		return nil, err
	}
	conn, err := p.discord.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	w := &wire{Conn: conn, p: p, name: fmt.Sprint("gateway ", len(p.links)), changed: make(chan struct{})}
	p.links = append(p.links, w)
	go w.pump()
	return w, nil
}

// wire is a connection to the gateway. When the bus releases it, it delivers all data received so
// far.
type wire struct {
	net.Conn
	p    *process
	name string

	mu       sync.Mutex
	data     []byte
	ready    int  // delivered bytes
	follows  bool // the next frame has come with the last one
	err      error
	greeted  bool
	silent   bool // drops data in both directions
	deadline time.Time
	changed  chan struct{} // closed and replaced at each change
}

// change changes the wire and wakes its reader.
func (w *wire) change(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
	close(w.changed)
	w.changed = make(chan struct{})
}

// pump receives data until the connection ends.
func (w *wire) pump() {
	buffer := make([]byte, 64<<10)
	for {
		n, err := w.Conn.Read(buffer)
		w.change(func() {
			if w.data = append(w.data, buffer[:n]...); err != nil && !w.silent {
				w.err = err
			}
		})
		if err != nil {
			return
		}
	}
}

// cut ends the connection.
func (w *wire) cut() {
	w.Conn.Close()
	w.change(func() { w.err = net.ErrClosed })
}

func (w *wire) Close() error {
	w.cut()
	return nil
}

func (w *wire) SetReadDeadline(t time.Time) error {
	w.change(func() { w.deadline = t })
	return nil
}

func (w *wire) Read(b []byte) (int, error) {
	for {
		w.mu.Lock()
		if w.ready > 0 {
			n := copy(b, w.data[:w.ready])
			w.data, w.ready = w.data[n:], w.ready-n
			w.mu.Unlock()
			return n, nil
		}
		there, err, changed, deadline := len(w.data) > 0 && !w.silent, w.err, w.changed, w.deadline
		delay := w.p.netDelay
		if w.follows && w.p.crowded() { // else thirty people send more than one frame after another can bring
			delay = func(uint64) time.Duration { return 0 }
		}
		w.mu.Unlock()
		switch {
		case there:
			if _, err := w.p.pass(context.Background(), w.name+": frame", delay); err != nil {
				return 0, err
			}
			w.mu.Lock()
			w.ready = w.first()
			w.follows = len(w.data) > w.ready
			w.mu.Unlock()
			continue
		case err != nil:
			return 0, err
		case !deadline.IsZero() && !time.Now().Before(deadline):
			return 0, os.ErrDeadlineExceeded
		}
		discordtest.AwaitChange(changed, deadline)
	}
}

// first returns the length of the first unit of the data: the handshake's answer, or a frame. So no
// two frames arrive together.
func (w *wire) first() int {
	d := w.data
	if !w.greeted {
		w.greeted = true
		if n := bytes.Index(d, []byte("\r\n\r\n")); n >= 0 {
			return n + 4
		}
	}
	n := len(d)
	switch {
	case n < 2:
	case d[1] < 126:
		n = 2 + int(d[1])
	case d[1] == 126 && n > 4:
		n = 4 + int(binary.BigEndian.Uint16(d[2:]))
	case d[1] == 127 && n > 10:
		n = 10 + int(binary.BigEndian.Uint64(d[2:]))
	}
	return min(n, len(d))
}

func (w *wire) Write(b []byte) (int, error) {
	if _, err := w.p.pass(context.Background(), w.name+": frame to Discord", w.p.netDelay); err != nil {
		return 0, err
	}
	w.mu.Lock()
	silent := w.silent
	w.mu.Unlock()
	if silent {
		return len(b), nil
	}
	return w.Conn.Write(b)
}
