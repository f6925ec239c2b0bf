package lines

import (
	"context"
	"io"
)

// ReadAhead returns a reader of r that reads on while its user works. Before it waits for input it
// calls idle, unless that is nil. Its errors are r's, idle's and ctx's.
//
// A Read of r can't be interrupted and may outlive ctx. A user who stops before the end must cancel
// ctx, or a goroutine leaks.
func ReadAhead(ctx context.Context, r io.Reader, idle func() error) io.Reader {
	out, in := io.Pipe()
	stop := context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		stop()
		in.CloseWithError(err)
	}()
	return &ahead{ctx, out, idle}
}

type ahead struct {
	ctx  context.Context
	in   io.Reader
	idle func() error
}

func (a *ahead) Read(p []byte) (int, error) {
	if a.idle != nil {
		if err := a.idle(); err != nil {
			return 0, err
		}
	}
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	return a.in.Read(p)
}
