package bot

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
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"nimatron/internal/metrics"
)

type rest struct {
	api          *endpoint
	client       *http.Client
	token        string
	timeout      time.Duration
	try          time.Duration
	limits       *buckets
	pace         *rate.Limiter
	refused      *rate.Limiter
	metrics      *metrics.Metrics
	random       draws
	unauthorized func()
	ending       context.Context // done when the program begins to end
	hurry        func()          // ends ending
}

func newREST(token string, e *endpoint, tm timing, m *metrics.Metrics, unauthorized func()) *rest {
	ending, hurry := context.WithCancel(context.Background())
	return &rest{
		ending: ending, hurry: hurry,
		api: e, client: &http.Client{
			Transport: e.http,
			// The API does not redirect. A server that does must not get the token.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		token: token, timeout: tm.call, try: tm.try, limits: newBuckets(), pace: newPace(), refused: newRefusals(), metrics: m, unauthorized: unauthorized,
	}
}

type call struct {
	method, url   string
	body          any
	result        any // receives the answer; nil to ignore it
	route         string
	authorization string // "" for the bot's token
	// limits are an interaction's, whose calls Discord counts separately; nil for the bot's.
	limits  *buckets
	repeat  repeat
	try     time.Duration // limits one try; 0 for rest.try
	uploads bool
}

type repeat uint8

const (
	never repeat = iota
	// ifRefused repeats if Discord reported a failure or there was no connection, so that the call
	// most likely was not carried out. After a time-out that is unknown.
	ifRefused
	// always is for calls that are safe to repeat.
	always
)

// firstAnswerTry limits one try of an interaction's first answer.
const firstAnswerTry = 1500 * time.Millisecond

type refusal struct {
	status  int
	code    int
	message string
	broken  bool // the body is incomplete, so the code is unknown

	retryAfter time.Duration // with status 429
	global     bool
}

func (e *refusal) Error() string {
	return fmt.Sprintf("%d %s: %s (code %d)", e.status, http.StatusText(e.status), cut(e.message, maxLogged), e.code)
}

const maxLogged = 600

// errBroken means that the answer broke off, though the call was carried out.
var errBroken = errors.New("the answer broke off")

// do makes a call. It waits for rate limits and repeats the call as far as the deadline allows.
// Errors omit the address, which holds tokens.
func (r *rest) do(ctx context.Context, c call) error {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	body, contentType, err := encode(c.body, c.method == http.MethodPatch)
	if err != nil {
		return err
	}
	c.uploads = strings.HasPrefix(contentType, "multipart/")
	hung := 0
	for try := 0; ; try++ {
		err := r.once(ctx, c, body, contentType)
		if errors.Is(err, context.DeadlineExceeded) {
			c.try = 0
			hung++
		}
		if errors.Is(err, errBroken) && (c.result == nil || c.repeat != always) {
			err = nil // the call was carried out
		}
		if err == nil {
			return nil
		}
		err = fmt.Errorf("%s: %w", c.method, withoutURL(err))
		if !c.again(err) || hung == maxHung || pause(ctx, r.random.jitter("repeat "+c.method+" "+c.url, min(firstRetry<<min(try, 10), lastRetry))) != nil {
			return err
		}
	}
}

const maxHung = 3

// Pauses between tries, doubled each time.
const (
	firstRetry = 200 * time.Millisecond
	lastRetry  = 5 * time.Second
)

func (c *call) again(err error) bool {
	var refused *refusal
	switch {
	case errors.Is(err, errRefusedHere), errors.Is(err, errRefusals):
		return false
	case errors.As(err, &refused) && refused.status == http.StatusTooManyRequests:
		return refused.code != codeTooManyEdits
	case c.uploads && !errors.Is(err, errBroken):
		return false
	case errors.As(err, &refused):
		return refused.status >= 500 && c.repeat != never || refused.broken && c.repeat == always
	case errors.Is(err, errNoTime), errors.Is(err, context.Canceled):
		return false
	default:
		return c.repeat == always || c.repeat == ifRefused && !errors.Is(err, context.DeadlineExceeded)
	}
}

func (r *rest) once(ctx context.Context, c call, body []byte, contentType string) error {
	limits := c.limits
	if limits == nil {
		limits = r.limits
	}
	for {
		if r.refused.Tokens() < 1 {
			return errRefusals
		}
		wait, err := limits.acquire(c.route)
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
	var limited *refusal
	defer func() { limits.release(c.route, status, header, limited) }()
	if c.limits == nil {
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
		if err == nil && c.result != nil && len(answer) > 0 {
			err = json.Unmarshal(answer, c.result)
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
		if refused.code != codeTooManyEdits { // it is about one message
			limited = refused
		}
		r.metrics.RateLimited(refused.global)
		if header.Get("X-RateLimit-Scope") != "shared" { // a shared limit is not the bot's fault
			r.refused.Allow()
		}
	case http.StatusUnauthorized:
		r.refused.Allow()
		if c.limits == nil {
			r.unauthorized()
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
func (r *rest) send(ctx context.Context, c call, body []byte, contentType string) (*http.Response, []byte, error) {
	limit := c.try
	if limit == 0 {
		limit = r.try
	}
	calling := ctx
	ctx, cancel := context.WithTimeout(calling, limit)
	defer cancel()
	if c.repeat == always {
		defer context.AfterFunc(r.ending, func() { time.AfterFunc(hurriedTry, cancel) })()
	}
	req, err := http.NewRequestWithContext(ctx, c.method, r.api.address(c.url), bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Authorization", cmp.Or(c.authorization, "Bot "+r.token))
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := r.client.Do(req)
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

func newRefusal(resp *http.Response, answer []byte) *refusal {
	var v struct {
		Code       int     `json:"code"`
		Message    string  `json:"message"`
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
		Errors     fields  `json:"errors"`
	}
	e := &refusal{status: resp.StatusCode, message: "no reason given"}
	if json.Unmarshal(answer, &v) == nil && v.Message != "" {
		e.code, e.message = v.Code, v.Message
		if len(v.Errors) > 0 {
			e.message += ": " + strings.Join(v.Errors, ", ")
		}
	}
	if e.status == http.StatusTooManyRequests {
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
			field := cut(strings.TrimPrefix(path, "."), maxLogged/maxFields)
			for _, r := range reasons {
				if r.Message != "" {
					field += " (" + cut(r.Message, maxLogged/maxFields) + ")"
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

var errNoTime = errors.New("no time is left")

// pause waits for d. It fails at once if ctx would end before.
func pause(ctx context.Context, d time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < d {
		return fmt.Errorf("%w to wait for %v", errNoTime, d.Round(time.Millisecond))
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
	codeUnknownChannel      = 10003
	codeUnknownGuild        = 10004
	codeUnknownMessage      = 10008
	codeUnknownWebhook      = 10015
	codeUnknownInteraction  = 10062
	codeTooManyEdits        = 30046 // of a message that is older than an hour
	codeAlreadyAcknowledged = 40060
	codeMissingAccess       = 50001
	codeMissingPermissions  = 50013
	codeInvalidWebhookToken = 50027
	codeArchivedThread      = 50083
)

func code(err error) int {
	var refused *refusal
	if errors.As(err, &refused) {
		return refused.code
	}
	return 0
}

type created struct {
	ID        string `json:"id"`
	ChannelID string `json:"channel_id"`
}

// handle names a message as in view.Reply.ShownIn; empty for an unknown one.
func (c created) handle() string {
	if c.ID == "" {
		return ""
	}
	return c.ChannelID + "/" + c.ID
}

func splitHandle(handle string) (channel, message string, ok bool) {
	channel, message, ok = strings.Cut(handle, "/")
	return channel, message, ok && isSnowflake(channel) && isSnowflake(message)
}

func (r *rest) get(ctx context.Context, address, query string, result any) error {
	return r.do(ctx, call{method: http.MethodGet, url: address + query, route: "GET " + address, result: result, repeat: always})
}

// post writes a message in a channel and returns its handle. For some minutes Discord posts only one message
// for a nonce.
func (r *rest) post(ctx context.Context, channel string, m message, nonce string) (handle string, err error) {
	address := discordgo.EndpointChannelMessages(channel)
	m.Nonce, m.EnforceNonce = nonce, true
	var made created
	err = r.do(ctx, call{
		method: http.MethodPost, url: address, body: m, result: &made, route: address, repeat: always,
	})
	return made.handle(), err
}

func (r *rest) edit(ctx context.Context, handle string, m message) error {
	channel, id, ok := splitHandle(handle)
	if !ok {
		return fmt.Errorf("%q is not a Discord message", handle)
	}
	return r.do(ctx, call{
		method: http.MethodPatch, url: discordgo.EndpointChannelMessage(channel, id), body: m,
		route: "PATCH " + discordgo.EndpointChannelMessage(channel, ""), repeat: always,
	})
}

func (r *rest) direct(ctx context.Context, user string) (channel string, err error) {
	address := discordgo.EndpointUserChannels("@me")
	var opened struct {
		ID string `json:"id"`
	}
	err = r.do(ctx, call{
		method: http.MethodPost, url: address, body: map[string]string{"recipient_id": user}, result: &opened,
		route: address, repeat: always,
	})
	return opened.ID, err
}
