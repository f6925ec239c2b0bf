package raster

import (
	"bytes"
	"image"
	"image/png"
	"sync"

	"nimatron/picture/drawing"
)

const (
	// Scale is how many pixels a unit is: phones show two or three points for each.
	Scale = 2
	// maxPixels bounds a picture. The largest plane has a tenth more than 1024×1024.
	maxPixels = 2 << 20
)

// PNG draws a picture and writes it as a PNG. The same drawing always gives the same
// bytes. The error is drawing.ErrTooLarge, or one of the encoder.
func PNG(d *drawing.Drawing) ([]byte, error) {
	w, h := pixels(d.Width), pixels(d.Height)
	if w < 1 || h < 1 || w > maxPixels || h > maxPixels || w*h > maxPixels {
		return nil, drawing.ErrTooLarge
	}
	room := rooms.Get().(*room)
	defer rooms.Put(room)
	c := newCanvas(d.Theme, room, w, h)
	for _, s := range d.Shapes {
		s.Draw(c)
	}
	c.image.Palette = c.palette()
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: room}
	var out bytes.Buffer
	if err := encoder.Encode(&out, c.image); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// pixels returns a length in whole pixels.
func pixels(units float64) int { return int(units*Scale + 0.5) }

// A room is the memory that one picture at a time is drawn in; it is more than the
// picture itself takes, so it is used again.
type room struct {
	pix     []uint8
	canvas  canvas
	encoder *png.EncoderBuffer
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// Get lends the memory of the encoder.
func (r *room) Get() *png.EncoderBuffer { return r.encoder }

// Put takes it back.
func (r *room) Put(b *png.EncoderBuffer) { r.encoder = b }

// keptPixels is how large a picture's memory may be to be used again.
const keptPixels = 1 << 20

// image returns an image of w×h pixels of the colour 0.
func (r *room) image(w, h int) *image.Paletted {
	if cap(r.pix) < w*h || cap(r.pix) > keptPixels {
		r.pix = make([]uint8, w*h)
	}
	return &image.Paletted{Pix: r.pix[:w*h], Stride: w, Rect: image.Rect(0, 0, w, h)}
}
