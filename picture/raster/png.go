// Package raster writes drawings as PNGs with a palette, two pixels to a unit. It draws palette
// indexes directly and keeps what boards share: backgrounds, outlines of shapes, and compressed
// bands of lines.
package raster

import (
	"context"
	"image"

	"github.com/klauspost/compress/flate"

	"nimatron/picture/drawing"
	"nimatron/picture/png"
)

const (
	// Scale is the number of pixels per unit: phones show two or three.
	Scale = 2
	// The largest picture, a chart.Plane, has a tenth more than 1024×1024 pixels.
	maxPixels = 2 << 20
	maxSide   = 1 << 14
)

// PNG encodes a picture. The same drawing always gives the same bytes, which are shared and must not be
// changed. The error is drawing.ErrTooLarge.
func PNG(d *drawing.Drawing) ([]byte, error) {
	w, h := pixels(d.Width), pixels(d.Height)
	if w < 1 || h < 1 || max(w, h) > maxSide || w*h > maxPixels {
		return nil, drawing.ErrTooLarge
	}
	key := digestOf(d)
	pictures.Lock()
	data, ok := pictures.values[key]
	pictures.Unlock()
	if ok {
		return data, nil
	}
	r := borrow()
	defer r.giveBack()
	r.begin(d, w, h)
	for _, s := range d.Shapes {
		s.Draw(&r.canvas)
	}
	data = r.encoder.Encode(r.lines, w, r.canvas.shades.colours)
	pictures.Lock()
	defer pictures.Unlock()
	pictures.keep(key, data, len(data))
	return data, nil
}

// Draw lays out a picture and encodes it. The error comes from layOut, from PNG, or from ctx if
// nobody waits any longer.
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

// A room is the memory for drawing one picture, with what pictures share. It is larger than a
// picture and is reused.
type room struct {
	lines   []uint8 // the picture in PNG's format: a zero byte before each line
	canvas  canvas
	grounds store[groundKey, ground]
	encoder *png.Encoder
}

// Bounds on the bytes that a room keeps, and on the number of rooms.
const (
	keptLines    = 1 << 20
	keptOutlines = 1 << 20
	keptGrounds  = 1 << 20
	keptRooms    = 4
)

var rooms = make(chan *room, keptRooms)

func borrow() *room {
	select {
	case r := <-rooms:
		return r
	default:
		fast, _ := flate.NewWriter(nil, flate.BestSpeed)
		r := &room{encoder: png.NewEncoder(fast), grounds: store[groundKey, ground]{most: keptGrounds}}
		r.canvas.outlines.most = keptOutlines
		return r
	}
}

func (r *room) giveBack() {
	if cap(r.lines) > keptLines {
		r.lines = nil
	}
	select {
	case rooms <- r:
	default:
	}
}

// begin starts a picture of w×h pixels with its background.
func (r *room) begin(d *drawing.Drawing, w, h int) {
	n := (w + 1) * h
	if cap(r.lines) < n {
		r.lines = make([]uint8, n)
	}
	r.lines = r.lines[:n]
	r.canvas.shades.reset(d.Theme)
	r.canvas.image = &image.Paletted{Pix: r.lines[1:], Stride: w + 1, Rect: image.Rect(0, 0, w, h)}
	key := groundKey{d.Theme, w, h}
	if g := r.grounds.values[key]; g != nil {
		g.copyTo(r.lines, w+1)
		return
	}
	for at := 0; at < n; at += w + 1 {
		r.lines[at] = 0
	}
	d.Ground(&r.canvas)
	g := groundOf(r.lines, w+1)
	r.grounds.keep(key, g, cap(g))
}
