package raster

import (
	"context"
	"image"
	"sync"

	"nimatron/picture/drawing"
	"nimatron/picture/png"
)

const (
	// Scale is the pixels of a unit: phones show two or three for each.
	Scale = 2
	// The largest plane has a tenth more than 1024×1024 pixels.
	maxPixels = 2 << 20
)

// PNG draws a picture. The same drawing always gives the same bytes. The error is
// drawing.ErrTooLarge.
func PNG(d *drawing.Drawing) ([]byte, error) {
	w, h := pixels(d.Width), pixels(d.Height)
	if w < 1 || h < 1 || w > maxPixels || h > maxPixels || w*h > maxPixels {
		return nil, drawing.ErrTooLarge
	}
	room := rooms.Get().(*room)
	defer rooms.Put(room)
	c := newCanvas(d.Theme, room, w, h)
	d.Draw(c)
	return room.encoder.Encode(room.lines, w, c.shades.colours), nil
}

// Draw lays a picture out and draws it. The error is from layOut, PNG, or ctx if nobody waits for the
// picture any more.
func Draw(ctx context.Context, layOut func(context.Context) (*drawing.Drawing, error)) ([]byte, error) {
	d, err := layOut(ctx)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return PNG(d)
}

func pixels(units float64) int { return int(units*Scale + 0.5) }

// A room is memory for drawing one picture. It is larger than a picture, so it is used again.
type room struct {
	lines   []uint8 // the picture as PNG has it: a zero before each line
	canvas  canvas
	encoder png.Encoder
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// keptPixels is the most pixels of a picture whose memory is used again.
const keptPixels = 1 << 20

// image returns an image of w×h pixels of the colour 0.
func (r *room) image(w, h int) *image.Paletted {
	n := (w + 1) * h
	if cap(r.lines) < n || cap(r.lines) > keptPixels {
		r.lines = make([]uint8, n)
	}
	r.lines = r.lines[:n]
	for at := 0; at < n; at += w + 1 {
		r.lines[at] = 0
	}
	return &image.Paletted{Pix: r.lines[1:], Stride: w + 1, Rect: image.Rect(0, 0, w, h)}
}
