package transport

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/words"
)

// A Call is one call of the REST API.
type Call struct {
	Method, URL   string
	Body          any // in JSON, or a form of [url.Values]; nil for none
	Files         []File
	Result        any    // receives the answer; nil to ignore it
	Route         string // calls of one route have one rate limit; "" for those of a method at an address
	Authorization string // "" for the bot's token
	// Limits are an interaction's, whose calls Discord counts separately; nil for the bot's.
	Limits *Buckets
	Repeat Repeat
	Try    time.Duration // limits one try; 0 for Timing.Try
}

// Repeat says when a call that failed is made again.
type Repeat uint8

const (
	// Never repeats only what a rate limit stopped.
	Never Repeat = iota
	// IfRefused repeats if Discord reported a failure or there was no connection, so that the call
	// most likely was not carried out. After a time-out that is unknown.
	IfRefused
	// Always is for calls that are safe to repeat.
	Always
)

// A Refusal is an answer of Discord's that is no success.
type Refusal struct {
	Status  int
	Code    int
	Message string

	broken     bool          // the body is incomplete, so the code is unknown
	retryAfter time.Duration // with status 429
	global     bool
}

func (e *Refusal) Error() string {
	return fmt.Sprintf("%d %s: %s (code %d)", e.Status, http.StatusText(e.Status), e.Message, e.Code)
}

const maxLogged = 600

// errBroken means that the answer broke off, though the call was carried out.
var errBroken = errors.New("the answer broke off")

// Do makes a call. It waits for rate limits and repeats the call as far as the deadline allows.
// Errors omit the address, which holds tokens.
func (r *Client) Do(ctx context.Context, c Call) error {
	ctx, cancel := context.WithTimeout(ctx, r.Timing.Call)
	defer cancel()
	body, contentType, err := encode(c.Body, c.Files)
	if err != nil {
		return err
	}
	c.Route = cmp.Or(c.Route, c.Method+" "+c.URL)
	hung := 0
	for try := 0; ; try++ {
		err := r.once(ctx, c, body, contentType)
		if errors.Is(err, context.DeadlineExceeded) {
			c.Try = 0
			hung++
		}
		if errors.Is(err, errBroken) && (c.Result == nil || c.Repeat != Always) {
			err = nil // the call was carried out
		}
		if err == nil {
			return nil
		}
		err = fmt.Errorf("%s: %w", c.Method, withoutURL(err))
		if !c.Again(err) || hung == maxHung || r.Wait(ctx, "repeat "+c.Method+" "+c.URL, try) != nil {
			return err
		}
	}
}

const maxHung = 3

// Wait waits before a try is repeated, the first of which is 0.
func (r *Client) Wait(ctx context.Context, purpose string, try int) error {
	return pause(ctx, r.Random.jitter(purpose, min(firstRetry<<min(try, 10), lastRetry)))
}

// Pauses between tries, doubled each time.
const (
	firstRetry = 200 * time.Millisecond
	lastRetry  = 5 * time.Second
)

// Again reports whether a call that failed with an error is worth repeating.
func (c *Call) Again(err error) bool {
	var refused *Refusal
	switch {
	case errors.Is(err, ErrRefusedHere), errors.Is(err, errRefusals):
		return false
	case errors.As(err, &refused) && refused.Status == http.StatusTooManyRequests:
		return refused.Code != TooManyEdits
	case len(c.Files) > 0 && !errors.Is(err, errBroken):
		return false
	case errors.As(err, &refused):
		return refused.Status >= 500 && c.Repeat != Never || refused.broken && c.Repeat == Always
	case errors.Is(err, ErrNoTime), errors.Is(err, context.Canceled):
		return false
	default:
		return c.Repeat == Always || c.Repeat == IfRefused && !errors.Is(err, context.DeadlineExceeded)
	}
}

func (r *Client) once(ctx context.Context, c Call, body []byte, contentType string) error {
	limits := c.Limits
	if limits == nil {
		limits = r.limits
	}
	for {
		if r.refused.Tokens() < 1 {
			return errRefusals
		}
		wait, err := limits.acquire(c.Route)
		if err == nil && wait == 0 {
			break
		}
		if err == nil {
			err = pause(ctx, wait)
		}
		if err != nil {
			return err
		}
	}
	var status int
	var header http.Header
	var limited *Refusal
	defer func() { limits.release(c.Route, status, header, limited) }()
	if c.Limits == nil {
		if err := pause(ctx, r.pace.Reserve().Delay()); err != nil {
			return err
		}
		if err := pause(ctx, limits.closedFor()); err != nil {
			return err
		}
	}
	resp, answer, err := r.send(ctx, c, body, contentType)
	if resp == nil {
		return err
	}
	status, header = resp.StatusCode, resp.Header
	if status/100 == 2 {
		if err == nil && c.Result != nil && len(answer) > 0 {
			err = json.Unmarshal(answer, c.Result)
		}
		if err != nil {
			return fmt.Errorf("%w: %v", errBroken, withoutURL(err))
		}
		return nil
	}
	refused := newRefusal(resp, answer)
	refused.broken = err != nil
	switch status {
	case http.StatusTooManyRequests:
		if refused.Code != TooManyEdits { // it is about one message
			limited = refused
		}
		r.Metrics.RateLimited(refused.global)
		if header.Get("X-RateLimit-Scope") != "shared" { // a shared limit is not the bot's fault
			r.refused.Allow()
		}
	case http.StatusUnauthorized:
		r.refused.Allow()
		if c.Limits == nil {
			r.Unauthorized()
		}
	case http.StatusForbidden:
		r.refused.Allow()
	}
	return refused
}

// hurriedTry limits a try, once the program ends, of a call that may be repeated: there is no time left for one that is
// lost on the way.
const hurriedTry = 2 * time.Second

// send makes an HTTP request. The response is nil if none came; the error may concern its body
// only.
func (r *Client) send(ctx context.Context, c Call, body []byte, contentType string) (*http.Response, []byte, error) {
	limit := c.Try
	if limit == 0 {
		limit = r.Timing.Try
	}
	calling := ctx
	ctx, cancel := context.WithTimeout(calling, limit)
	defer cancel()
	if c.Repeat == Always {
		defer context.AfterFunc(r.ending, func() { time.AfterFunc(hurriedTry, cancel) })()
	}
	req, err := http.NewRequestWithContext(ctx, c.Method, r.address(c.URL), bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Authorization", cmp.Or(c.Authorization, "Bot "+r.Token))
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := r.http.Do(req)
	if err != nil && calling.Err() == nil && errors.Is(ctx.Err(), context.Canceled) {
		err = context.DeadlineExceeded
	}
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	return resp, answer, err
}

const userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + discordgo.VERSION + ")"

func newRefusal(resp *http.Response, answer []byte) *Refusal {
	var v struct {
		Code       int     `json:"code"`
		Message    string  `json:"message"`
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
		Errors     fields  `json:"errors"`
	}
	e := &Refusal{Status: resp.StatusCode, Message: "no reason given"}
	if json.Unmarshal(answer, &v) == nil && v.Message != "" {
		e.Code, e.Message = v.Code, v.Message
		if len(v.Errors) > 0 {
			e.Message += ": " + strings.Join(v.Errors, ", ")
		}
		e.Message = words.Cut(e.Message, maxLogged)
	}
	if e.Status == http.StatusTooManyRequests {
		e.global = v.Global || resp.Header.Get("X-RateLimit-Global") != ""
		e.retryAfter = time.Duration(v.RetryAfter * float64(time.Second))
		if told, err := seconds(resp.Header.Get("Retry-After")); err == nil {
			e.retryAfter = max(e.retryAfter, told)
		}
	}
	return e
}

type fields []string

const maxFields = 3

// UnmarshalJSON reads an object for each part of a path, nested as Discord does, and a field's _errors.
func (f *fields) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err == nil && start == json.Delim('{') {
		f.read(decoder, "")
	}
	return nil
}

func (f *fields) read(decoder *json.Decoder, path string) bool {
	for decoder.More() && len(*f) < maxFields {
		key, err := decoder.Token()
		name, isName := key.(string)
		if err != nil || !isName {
			return false
		}
		if name == "_errors" {
			var reasons []struct {
				Message string `json:"message"`
			}
			err := decoder.Decode(&reasons)
			field := words.Cut(strings.TrimPrefix(path, "."), maxLogged/maxFields)
			for _, r := range reasons {
				if r.Message != "" {
					field += " (" + words.Cut(r.Message, maxLogged/maxFields) + ")"
				}
			}
			*f = append(*f, field)
			if _, isSyntax := err.(*json.SyntaxError); isSyntax {
				return false
			}
			continue
		}
		inner, err := decoder.Token()
		switch {
		case err != nil, inner == json.Delim('['):
			return false
		case inner == json.Delim('{') && !f.read(decoder, path+"."+name):
			return false
		}
	}
	if len(*f) == maxFields {
		return false
	}
	_, err := decoder.Token()
	return err == nil
}

// ErrNoTime means that the context would end before the wait does.
var ErrNoTime = errors.New("no time is left")

// pause waits for d. It fails at once if ctx would end before.
func pause(ctx context.Context, d time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < d {
		return fmt.Errorf("%w to wait for %v", ErrNoTime, d.Round(time.Millisecond))
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func withoutURL(err error) error {
	var e *url.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// Codes of Discord's JSON errors.
const (
	UnknownChannel      = 10003
	UnknownGuild        = 10004
	UnknownMessage      = 10008
	UnknownRole         = 10011
	UnknownWebhook      = 10015
	UnknownInteraction  = 10062
	TooManyEdits        = 30046 // of a message that is older than an hour
	AlreadyAcknowledged = 40060
	MissingAccess       = 50001
	MissingPermissions  = 50013
	InvalidWebhookToken = 50027
	ArchivedThread      = 50083
)

// Code returns Discord's code for an error, 0 if it has none.
func Code(err error) int {
	if refused := (*Refusal)(nil); errors.As(err, &refused) {
		return refused.Code
	}
	return 0
}

// HasStatus reports whether Discord answered with one of these statuses.
func HasStatus(err error, statuses ...int) bool {
	var refused *Refusal
	return errors.As(err, &refused) && slices.Contains(statuses, refused.Status)
}

// Declined reports whether Discord answered that it will not do it, rather than that it failed.
func Declined(err error) bool {
	var refused *Refusal
	return errors.As(err, &refused) && refused.Status < http.StatusInternalServerError
}

// Get makes a GET request, and reads the answer into result.
func (c *Client) Get(ctx context.Context, address, query string, result any) error {
	return c.Do(ctx, Call{Method: http.MethodGet, URL: address + query, Route: "GET " + address, Result: result, Repeat: Always})
}
