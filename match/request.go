package match

import (
	"context"
	"math"
	"math/rand/v2"
	"time"
)

// A Request is one delivery of a person's command. Its ID is unique over all fronts. The command may be
// delivered more than once, and Delivery tells apart the deliveries to all processes.
type Request struct {
	ID       string
	Delivery int64 // never 0
	Began    time.Time
}

type requestKey struct{}

// WithRequest returns a context for the writes of a request: see [Store]. An empty ID is no request.
func WithRequest(ctx context.Context, id string) context.Context {
	return Request{ID: id, Delivery: 1 + rand.Int64N(math.MaxInt64), Began: time.Now()}.In(ctx)
}

// In returns a context for the writes of r.
func (r Request) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// WithoutRequest returns a context for writes that come before the write of a request, and may be
// repeated when it is delivered again.
func WithoutRequest(ctx context.Context) context.Context { return Request{}.In(ctx) }

// RequestOf returns the request of a context. ok is false if there is none.
func RequestOf(ctx context.Context) (r Request, ok bool) {
	r, _ = ctx.Value(requestKey{}).(Request)
	return r, r.ID != ""
}
