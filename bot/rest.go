package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"nimatron/commands/view"
	"nimatron/internal/metrics"
)

// rest calls Discord's REST API. discordgo's own calls
//
//   - sleep through rate limits, whatever the context says;
//   - put all calls of a route behind one lock, and keep a bucket for every
//     interaction there ever was;
//   - overlook a global limit that is told as Discord tells it;
//   - give up where half an answer came, and don't tell which message answered
//     an interaction.
type rest struct {
	client  *http.Client
	token   string
	timeout time.Duration // of one call, retries and waits included
	try     time.Duration // of one try
	limits  *buckets
	pace    *rate.Limiter
	refused refusals
	metrics *metrics.Metrics // nil for none
	random  draws
	// unauthorized is called when Discord does not take the token any more.
	unauthorized func()
}

func newREST(token string, e *endpoint, tm timing, unauthorized func()) *rest {
	return &rest{
		client: &http.Client{
			Transport: e,
			// The API does not redirect. Whatever does is not given the token.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		token: token, timeout: tm.call, try: tm.try, limits: newBuckets(), pace: newPace(), unauthorized: unauthorized,
	}
}

// call is one request.
type call struct {
	method, url string
	body        any // nil for none
	files       []view.File
	result      any // where the answer goes; nil if it does not matter
	// route is what the call shares a rate limit with, by the count of limits.
	route string
	// limits belong to an interaction, whose calls Discord counts separately; nil for the bot's
	// own.
	limits *buckets
	repeat repeat
	try    time.Duration // of one try; 0 for the usual
}

// repeat says when a call that failed is made again.
type repeat uint8

const (
	never repeat = iota
	// ifRefused: where Discord said that it failed, or the connection was gone
	// when it was made, so that it most likely has not been carried out. After a
	// time-out that is open.
	ifRefused
	// always: it does no more harm twice than once.
	always
)

// refusal is an answer that is an error.
type refusal struct {
	status  int
	code    int // of Discord's JSON error; 0 for none
	message string
	broken  bool // it did not come whole, so that the code is not known
	again   bool // an earlier try of the same call may have been carried out

	retryAfter time.Duration // of status 429
	global     bool          // the same: all calls have to wait
}

// Error implements error.
func (e *refusal) Error() string {
	return fmt.Sprintf("%d %s: %s (code %d)", e.status, http.StatusText(e.status), cut(e.message, maxLogged), e.code)
}

const maxLogged = 300

// errBroken is the error for an answer that did not come whole, though the call
// was carried out.
var errBroken = errors.New("the answer broke off")

// do makes a call. It waits for rate limits and retries what may pass, for as
// long as the deadline allows. Errors carry neither the bot's token nor an
// interaction's, which are part of addresses.
func (r *rest) do(ctx context.Context, c call) error {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	body, contentType, err := encode(c.body, c.files)
	if err != nil {
		return err
	}
	for try, arrived := 0, false; ; try++ {
		err := r.once(ctx, c, body, contentType)
		var refused *refusal
		isRefused := errors.As(err, &refused)
		if isRefused {
			refused.again = arrived
		}
		arrived = arrived || !isRefused || refused.status != http.StatusTooManyRequests
		if errors.Is(err, context.DeadlineExceeded) {
			c.try = 0 // it may have arrived, and a slow Discord would say so too late again
		}
		if errors.Is(err, errBroken) && (c.result == nil || c.repeat != always) {
			err = nil // it is done
		}
		if err == nil {
			return nil
		}
		err = fmt.Errorf("%s: %w", c.method, withoutURL(err))
		if !c.again(err) || pause(ctx, r.random.jitter("repeat "+c.method+" "+c.url, min(firstRetry<<min(try, 10), lastRetry))) != nil {
			return err
		}
	}
}

// Pauses between tries, doubled with each.
const (
	firstRetry = 200 * time.Millisecond
	lastRetry  = 5 * time.Second
)

// again reports whether the call is to be repeated after an error.
func (c *call) again(err error) bool {
	var refused *refusal
	switch {
	case errors.Is(err, errRefusedHere), errors.Is(err, errRefusals):
		return false
	case errors.As(err, &refused) && refused.status == http.StatusTooManyRequests:
		return true
	case errors.As(err, &refused):
		return refused.status >= 500 && c.repeat != never || refused.broken && c.repeat == always
	case errors.Is(err, errNoTime), errors.Is(err, context.Canceled):
		return false
	default:
		return c.repeat == always || c.repeat == ifRefused && !errors.Is(err, context.DeadlineExceeded)
	}
}

// once makes a call once, when the rate limits let it.
func (r *rest) once(ctx context.Context, c call, body []byte, contentType string) error {
	limits := c.limits
	if limits == nil {
		limits = r.limits
	}
	for {
		if r.refused.full() {
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
		limited = refused
		r.metrics.RateLimited(refused.global)
		if header.Get("X-RateLimit-Scope") != "shared" { // then it is others' doing
			r.refused.add()
		}
	case http.StatusUnauthorized:
		r.refused.add()
		if c.limits == nil {
			r.unauthorized()
		}
	case http.StatusForbidden:
		r.refused.add()
	}
	return refused
}

// send makes an HTTP request and returns the answer, which is nil if none came,
// and its body, with an error if that did not come whole.
func (r *rest) send(ctx context.Context, c call, body []byte, contentType string) (*http.Response, []byte, error) {
	limit := c.try
	if limit == 0 {
		limit = r.try
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, c.method, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Authorization", "Bot "+r.token)
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	return resp, answer, err
}

// userAgent is in the form that Discord wants.
const userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + discordgo.VERSION + ")"

// newRefusal reads an error of Discord's, or of whatever stands in front of it.
func newRefusal(resp *http.Response, answer []byte) *refusal {
	var v struct {
		Code       int     `json:"code"`
		Message    string  `json:"message"`
		RetryAfter float64 `json:"retry_after"` // s
		Global     bool    `json:"global"`
	}
	e := &refusal{status: resp.StatusCode, message: "no reason given"}
	if json.Unmarshal(answer, &v) == nil && v.Message != "" {
		e.code, e.message = v.Code, v.Message
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

// errNoTime is the error for a wait that would take longer than there is time.
var errNoTime = errors.New("no time is left")

// pause waits for d, or fails: at once where ctx would end before.
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

// withoutURL takes the address out of an error of the HTTP client.
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
	codeUnknownMessage      = 10008
	codeUnknownWebhook      = 10015
	codeUnknownInteraction  = 10062
	codeAlreadyAcknowledged = 40060
	codeInvalidWebhookToken = 50027
	codeArchivedThread      = 50083
)

// code returns the code of Discord's JSON error, 0 if err is none.
func code(err error) int {
	var refused *refusal
	if errors.As(err, &refused) {
		return refused.code
	}
	return 0
}

// created is the part of a message that is told when it is made.
type created struct {
	ID        string `json:"id"`
	ChannelID string `json:"channel_id"`
}

// handle names a message in the way of view.Reply.ShownIn; it is empty where
// the message is not known.
func (c created) handle() string {
	if c.ID == "" {
		return ""
	}
	return c.ChannelID + "/" + c.ID
}

// splitHandle is the reverse of created.handle.
func splitHandle(handle string) (channel, message string, ok bool) {
	channel, message, ok = strings.Cut(handle, "/")
	return channel, message, ok && isSnowflake(channel) && isSnowflake(message)
}

// post writes a message in a channel and returns its handle. Discord makes one
// message of all that come with the same nonce, for some minutes; an empty nonce is
// one of its own.
func (r *rest) post(ctx context.Context, channel string, m message, nonce string) (handle string, err error) {
	address := discordgo.EndpointChannelMessages(channel)
	if nonce == "" {
		nonce = strconv.FormatUint(r.random.number("nonce in "+channel), 36)
	}
	m.Nonce, m.EnforceNonce = nonce, true
	var made created
	err = r.do(ctx, call{
		method: http.MethodPost, url: address, body: m, files: m.files, result: &made, route: address, repeat: always,
	})
	return made.handle(), err
}

// edit replaces what a message says.
func (r *rest) edit(ctx context.Context, handle string, m message) error {
	channel, id, ok := splitHandle(handle)
	if !ok {
		return fmt.Errorf("%q names no message of Discord's", handle)
	}
	return r.do(ctx, call{
		method: http.MethodPatch, url: discordgo.EndpointChannelMessage(channel, id), body: m, files: m.files,
		route: "PATCH " + discordgo.EndpointChannelMessage(channel, ""), repeat: always,
	})
}

// direct returns the channel of the direct messages with a user.
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
