package bot

import (
	"context"
	"log/slog"
	"runtime"
	"time"

	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/picture/raster"
)

// pictureTime is the time a message waits for its picture before it shows text.
const pictureTime = 300 * time.Millisecond

type pictures struct {
	log    *slog.Logger
	slots  chan struct{}
	raster func(context.Context, *view.Picture) ([]byte, error)
}

func newPictures(log *slog.Logger) *pictures {
	return &pictures{log: log, slots: make(chan struct{}, runtime.GOMAXPROCS(0)), raster: func(ctx context.Context, p *view.Picture) ([]byte, error) {
		return raster.Draw(ctx, p.LayOut)
	}}
}

func (p *pictures) draw(ctx context.Context, picture *view.Picture) (data []byte, ok bool) {
	if picture == nil {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, pictureTime)
	defer cancel()
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, false
	}
	drawn := make(chan []byte, 1)
	go func() {
		defer func() { <-p.slots }()
		var data []byte
		front.Guard(p.log, "picture", func() {
			var err error
			if data, err = p.raster(ctx, picture); err != nil && ctx.Err() == nil { // else it is late
				p.log.Info("a picture was not drawn", "picture", picture.Name, "err", err)
			}
		})
		drawn <- data
	}()
	select {
	case data = <-drawn:
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		p.log.Info("a picture was late", "picture", picture.Name)
		return nil, false
	}
	return data, len(data) > 0
}
