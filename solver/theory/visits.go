package theory

import "context"

// visits is the key of what is told of searches in a context.
type visits struct{}

// WithVisits returns a context in which searches tell now and then how many more positions they have
// visited. told may be called from several goroutines.
func WithVisits(ctx context.Context, told func(more uint64)) context.Context {
	return context.WithValue(ctx, visits{}, told)
}

// Visited tells of positions that a search has visited, where somebody wants to know.
func Visited(ctx context.Context, more uint64) {
	if told, ok := ctx.Value(visits{}).(func(uint64)); ok {
		told(more)
	}
}
