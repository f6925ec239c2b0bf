package theory

import "context"

// visits is a context key.
type visits struct{}

// WithVisits returns a context in which searches report from time to time how many more positions
// they have visited. told must be safe for concurrent use.
func WithVisits(ctx context.Context, told func(more uint64)) context.Context {
	return context.WithValue(ctx, visits{}, told)
}

// Visited reports visited positions to WithVisits.
func Visited(ctx context.Context, more uint64) {
	if told, ok := ctx.Value(visits{}).(func(uint64)); ok {
		told(more)
	}
}
