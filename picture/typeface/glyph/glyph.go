// Package glyph has the pictures of the letters of Go's font. Package typeface has their widths.
package glyph

import (
	"image"
	"image/draw"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A Glyph is the picture of a letter.
type Glyph struct {
	// Mask is the coverage of each pixel.
	Mask *image.Alpha
	// At is the upper left corner of the mask, from the pen.
	At image.Point
	// Advance is the advance of the pen, in pixels.
	Advance float64
}

// The library's faces are not safe for concurrent use, hence the lock.
var (
	mu    sync.Mutex
	fonts [2]*opentype.Font
)

func face(pixels int, bold bool) font.Face {
	weight, ttf := 0, goregular.TTF
	if bold {
		weight, ttf = 1, gobold.TTF
	}
	if fonts[weight] == nil {
		parsed, err := opentype.Parse(ttf)
		if err != nil {
			panic("glyph: the font of the library can't be read: " + err.Error())
		}
		fonts[weight] = parsed
	}
	f, err := opentype.NewFace(fonts[weight], &opentype.FaceOptions{Size: float64(pixels), DPI: 72})
	if err != nil {
		panic("glyph: " + err.Error())
	}
	return f
}

// instead are letters that look better in words: the font's hyphen is as long as its minus, and its
// middle dot is too high.
var instead = map[rune]rune{'-': '\u00ad', '·': '∙'}

// Of returns a letter at a size in whole pixels. A letter that the font does not
// have is a box.
func Of(letter rune, pixels int, bold bool) *Glyph {
	if better, ok := instead[letter]; ok {
		letter = better
	}
	mu.Lock()
	defer mu.Unlock()
	bounds, mask, from, advance, _ := face(pixels, bold).Glyph(fixed.Point26_6{}, letter)
	g := &Glyph{At: bounds.Min, Advance: float64(advance) / 64, Mask: image.NewAlpha(image.Rectangle{Max: bounds.Size()})}
	if mask != nil {
		draw.Draw(g.Mask, g.Mask.Rect, mask, from, draw.Src)
	}
	return g
}
