package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
)

// rest calls Discord's REST API by way of a discordgo session that is never
// opened. It takes discordgo's requests and rate limiter, but not the methods
// above them, which
//
//   - sleep through rate limits, whatever the context says;
//   - put every interaction's edits behind one lock, so that one slow call
//     stalls all, and keep a bucket for every interaction there ever was;
//   - don't tell which message answered an interaction.
type rest struct {
	session *discordgo.Session
	timeout time.Duration // of one call, retries and waits included
}

func newREST(token string, e *endpoint, timeout time.Duration) (*rest, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	s.Client = &http.Client{
		Timeout:   timeout,
		Transport: e,
		// The API does not redirect. Whatever does is not given the token.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	s.LogLevel = discordgo.LogError
	return &rest{session: s, timeout: timeout}, nil
}

// call is one request.
type call struct {
	method, url string
	body        any // nil for none
	files       []commands.File
	result      any // where the answer goes; nil if it does not matter
	// route is what the call shares a rate limit with, by the count of limits.
	route  string
	limits *discordgo.RateLimiter // nil for the bot's own
	// repeatable calls do no more harm twice than once.
	repeatable bool
}

// retries is how often a repeatable call that failed without a verdict is made
// again.
const retries = 2

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
	for try := 0; ; try++ {
		answer, err := r.once(ctx, c, body, contentType)
		var limit *discordgo.RateLimitError
		switch {
		case err == nil:
			if c.result == nil || len(answer) == 0 {
				return nil
			}
			return json.Unmarshal(answer, c.result)
		case errors.As(err, &limit):
			try--
			err = pause(ctx, limit.RetryAfter)
		case c.repeatable && try < retries && passing(err):
			err = pause(ctx, jitter(250*time.Millisecond<<try))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.method, withoutURL(err))
		}
	}
}

// once makes a call once, when the rate limiter lets it.
func (r *rest) once(ctx context.Context, c call, body []byte, contentType string) ([]byte, error) {
	limits := c.limits
	if limits == nil {
		limits = r.session.Ratelimiter
	}
	bucket := limits.GetBucket(c.route)
	for {
		bucket.Lock()
		wait := limits.GetWaitTime(bucket, 1)
		if wait == 0 {
			break
		}
		bucket.Unlock()
		if err := pause(ctx, wait); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		bucket.Unlock()
		return nil, err
	}
	bucket.Remaining--
	// This unlocks the bucket.
	return r.session.RequestWithLockedBucket(c.method, c.url, contentType, body, bucket, 0,
		discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
}

// pause waits for d, or fails: at once where ctx would end before.
func pause(ctx context.Context, d time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < d {
		return fmt.Errorf("no time to wait for %v: %w", d.Round(time.Millisecond), context.DeadlineExceeded)
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

// jitter returns a random time from half of d up to d, so that what failed
// together does not come back together.
func jitter(d time.Duration) time.Duration {
	return d/2 + rand.N(d/2+1)
}

// passing reports whether the same call may succeed a moment later: Discord was
// not reached, or had a fault of its own.
func passing(err error) bool {
	var refusal *discordgo.RESTError
	if errors.As(err, &refusal) {
		return refusal.Response.StatusCode >= 500
	}
	return !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled)
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
	codeUnknownWebhook      = 10015
	codeUnknownInteraction  = 10062
	codeAlreadyAcknowledged = 40060
	codeInvalidWebhookToken = 50027
)

// code returns the code of Discord's JSON error, 0 if err is none.
func code(err error) int {
	var refusal *discordgo.RESTError
	if errors.As(err, &refusal) && refusal.Message != nil {
		return refusal.Message.Code
	}
	return 0
}

// created is the part of a message that is told when it is made.
type created struct {
	ID        string `json:"id"`
	ChannelID string `json:"channel_id"`
}

// handle names a message in the way of commands.Reply.Shown.
func (c created) handle() string { return c.ChannelID + "/" + c.ID }

// splitHandle is the reverse of created.handle.
func splitHandle(handle string) (channel, message string, ok bool) {
	channel, message, ok = strings.Cut(handle, "/")
	return channel, message, ok && isSnowflake(channel) && isSnowflake(message)
}

// send posts a message in a channel and returns its handle.
func (r *rest) send(ctx context.Context, channel string, m message) (handle string, err error) {
	address := discordgo.EndpointChannelMessages(channel)
	var made created
	err = r.do(ctx, call{
		method: http.MethodPost, url: address, body: m, files: m.files, result: &made, route: address,
	})
	return made.handle(), err
}

// edit replaces what a message says.
func (r *rest) edit(ctx context.Context, handle string, m message) error {
	return r.patch(ctx, handle, m)
}

// retire takes a message's buttons away.
func (r *rest) retire(ctx context.Context, handle string) error {
	return r.patch(ctx, handle, map[string]any{"components": []any{}})
}

func (r *rest) patch(ctx context.Context, handle string, body any) error {
	channel, id, ok := splitHandle(handle)
	if !ok {
		return fmt.Errorf("%q names no message of Discord's", handle)
	}
	return r.do(ctx, call{
		method: http.MethodPatch, url: discordgo.EndpointChannelMessage(channel, id), body: body, files: filesOf(body),
		route:      discordgo.EndpointChannelMessage(channel, ""),
		repeatable: true,
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
		route: address, repeatable: true,
	})
	return opened.ID, err
}

// isTimeout reports whether a call ended with its own deadline.
func isTimeout(err error) bool { return errors.Is(err, context.DeadlineExceeded) }
