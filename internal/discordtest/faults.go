package discordtest

import (
	"fmt"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// Fault makes REST requests fail. Fields combine: with After and Half, a request takes effect and its
// answer breaks off.
type Fault struct {
	// Method limits the fault to a method; empty for any.
	Method string
	// Path limits the fault to paths after /api/vN that match a [path.Match] pattern, such as
	// /channels/*/messages; empty for any.
	Path string
	// Uploads limits the fault to requests with files.
	Uploads bool
	// Times is the number of failing requests; 0 means 1.
	Times int
	// After lets the request take effect and only its answer fail.
	After bool
	// Hang sends no answer.
	Hang bool
	// Late lets a request that hangs take effect this long after its client has given it up.
	Late time.Duration
	// Half cuts the answer off in the middle of its body.
	Half bool
	// Status is the answer's HTTP status. With After, 0 keeps the real one.
	Status int
	// Body replaces the JSON error.
	Body string
	// Code and Message are fields of the JSON error.
	Code    int
	Message string
	// RetryAfter is the wait in a refusal with status 429.
	RetryAfter time.Duration
	// Global marks a 429 as the global rate limit.
	Global bool
}

// Fail makes the next matching requests fail, without effect unless the fault says otherwise.
func (s *Server) Fail(f Fault) {
	setDefault(&f.Times, 1)
	if !f.After {
		setDefault(&f.Status, http.StatusInternalServerError)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

// fault returns the fault that hits a request, or nil.
func (s *Server) fault(r *http.Request) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		if f.Times > 0 && matches(r, f.Method, f.Path) && (!f.Uploads || uploads(r)) {
			f.Times--
			return f
		}
	}
	return nil
}

// matches reports whether a request matches a method and a pattern.
func matches(r *http.Request, method, pattern string) bool {
	onPath, _ := path.Match(pattern, r.URL.Path)
	return (method == "" || method == r.Method) && (pattern == "" || onPath)
}

// uploads reports whether a request has files.
func uploads(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/")
}

// fail answers a request with a fault. Status and body are the real ones or the fault's.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, f *Fault, status int, body any) {
	if f.Status != 0 {
		status, body = f.Status, f.json()
	}
	switch {
	case f.Hang:
		io.Copy(io.Discard, r.Body) // otherwise a closed connection goes unnoticed
		s.record(r, 0)
		select {
		case <-r.Context().Done():
		case <-s.done:
		}
		panic(http.ErrAbortHandler)
	case f.Half:
		s.record(r, status)
		if body == nil { // an empty body can't be cut off
			panic(http.ErrAbortHandler)
		}
		data := mustJSON(body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		w.WriteHeader(status)
		w.Write(data[:len(data)/2])
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case f.Body != "":
		s.record(r, status)
		w.WriteHeader(status)
		io.WriteString(w, f.Body)
	default:
		f.setHeaders(w.Header())
		s.answer(w, r, status, body)
	}
}

// setHeaders sets the headers of a rate limit. The global one has no bucket.
func (f *Fault) setHeaders(h http.Header) {
	if f.Status != http.StatusTooManyRequests {
		return
	}
	seconds := strconv.FormatFloat(f.RetryAfter.Seconds(), 'f', 3, 64)
	h.Set("Retry-After", seconds)
	if f.Global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
		return
	}
	h.Set("X-RateLimit-Scope", "user")
	h.Set("X-RateLimit-Limit", "5")
	h.Set("X-RateLimit-Remaining", "0")
	h.Set("X-RateLimit-Reset-After", seconds)
}

// json returns the body of the answer.
func (f *Fault) json() any {
	if f.Status == http.StatusTooManyRequests {
		return map[string]any{
			"message": "You are being rate limited.", "code": f.Code,
			"retry_after": f.RetryAfter.Seconds(), "global": f.Global,
		}
	}
	message := f.Message
	setDefault(&message, fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status)))
	return map[string]any{"message": message, "code": f.Code}
}

// Limit is a rate limit on REST requests, counted for each path. Requests that a [Fault] hits count
// too, but their answers don't show the remaining number.
type Limit struct {
	// Method and Path select requests, as in [Fault].
	Method, Path string
	// Requests are allowed in each Per.
	Requests int
	Per      time.Duration
}

// limit is a Limit with its use so far.
type limit struct {
	Limit
	windows map[string]*window // by path
}

// window is a period in which requests are counted.
type window struct {
	resets time.Time
	used   int
}

// SetLimit adds a rate limit.
func (s *Server) SetLimit(l Limit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limits = append(s.limits, &limit{Limit: l, windows: map[string]*window{}})
}

// limitOf returns the limit that a request is under, or nil. s.mu must be held.
func (s *Server) limitOf(r *http.Request) *limit {
	for _, l := range s.limits {
		if matches(r, l.Method, l.Path) {
			return l
		}
	}
	return nil
}

// overLimit counts a request. It returns the refusal if the limit is exceeded.
func (s *Server) overLimit(r *http.Request) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.limitOf(r)
	if l == nil {
		return nil
	}
	now := time.Now()
	w := l.windows[r.URL.Path]
	if w == nil || !now.Before(w.resets) {
		w = &window{resets: now.Add(l.Per)}
		l.windows[r.URL.Path] = w
	}
	if w.used++; w.used <= l.Requests {
		return nil
	}
	return &Fault{Status: http.StatusTooManyRequests, RetryAfter: w.resets.Sub(now)}
}

// limitHeaders sets the headers with the remaining number of requests.
func (s *Server) limitHeaders(h http.Header, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.limitOf(r)
	if l == nil {
		return
	}
	w := l.windows[r.URL.Path]
	h.Set("X-RateLimit-Bucket", l.Method+l.Path)
	h.Set("X-RateLimit-Limit", strconv.Itoa(l.Requests))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(0, l.Requests-w.used)))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(time.Until(w.resets).Seconds(), 'f', 3, 64))
}
