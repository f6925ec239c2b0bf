package match

import (
	"context"
	"sync/atomic"
	"time"
)

// A Request is a person's command, with an ID that is unique over all fronts. It may reach the
// program more than once.
type Request struct {
	ID       string
	Began    time.Time
	recorded atomic.Bool
}

// MarkRecorded is called when a transaction has recorded the request in the database. Later writes of
// this process for the request need not record it.
func (r *Request) MarkRecorded() { r.recorded.Store(true) }

// Recorded reports whether MarkRecorded was called.
func (r *Request) Recorded() bool { return r.recorded.Load() }

type requestKey struct{}

// WithRequest returns a context for the writes of a request: see [Store]. An empty ID is no request.
func WithRequest(ctx context.Context, id string) context.Context {
	if id == "" {
		return ctx
	}
	return context.WithValue(ctx, requestKey{}, &Request{ID: id, Began: time.Now()})
}

// WithoutRequest returns a context for writes that come before the write of a request, and may be
// repeated when it is delivered again.
func WithoutRequest(ctx context.Context) context.Context {
	return context.WithValue(ctx, requestKey{}, (*Request)(nil))
}

// RequestOf returns the request of a context, or nil.
func RequestOf(ctx context.Context) *Request {
	r, _ := ctx.Value(requestKey{}).(*Request)
	return r
}
