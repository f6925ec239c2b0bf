package match

import (
	"context"
	"sync/atomic"
	"time"
)

// A Request is something that a person has asked for, by an ID that is unique over all
// fronts. It may reach the program more than once.
type Request struct {
	ID    string
	Began time.Time // who has asked waits since then
	noted atomic.Bool
}

// MarkRecorded marks the request as noted in the database, by a transaction of its own that was
// committed. Later writes of the same process for the request belong to it.
func (r *Request) MarkRecorded() { r.noted.Store(true) }

// Recorded reports whether MarkRecorded was called.
func (r *Request) Recorded() bool { return r.noted.Load() }

type requestKey struct{}

// WithRequest returns a context whose writes a request has caused: see [Store]. An empty ID
// stands for no request.
func WithRequest(ctx context.Context, id string) context.Context {
	if id == "" {
		return ctx
	}
	return context.WithValue(ctx, requestKey{}, &Request{ID: id, Began: time.Now()})
}

// RequestOf returns the request that has caused what is written with ctx, or nil.
func RequestOf(ctx context.Context) *Request {
	r, _ := ctx.Value(requestKey{}).(*Request)
	return r
}
