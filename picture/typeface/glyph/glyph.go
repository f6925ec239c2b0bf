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

// maxGlyphs is the number of glyphs kept: more than boards and charts use, and some of the letters in
// people's names.
const maxGlyphs = 2000

// A Glyph is the picture of a letter.
type Glyph struct {
	// Mask is the coverage of each pixel. It must not be changed.
	Mask *image.Alpha
	// At is the upper left corner of the mask, from the pen.
	At image.Point
	// Advance is the way of the pen, in pixels.
	Advance float64
}

type key struct {
	letter rune
	pixels int
	bold   bool
}

// The library's faces are not safe for concurrent use, hence the lock. The cache keeps it short.
var (
	mu     sync.Mutex
	fonts  [2]*opentype.Font
	faces  = map[key]font.Face{} // by size and weight, no letter
	glyphs = map[key]*Glyph{}
)

// face returns the face of a size; the lock is held.
func face(pixels int, bold bool) font.Face {
	k := key{pixels: pixels, bold: bold}
	if f, ok := faces[k]; ok {
		return f
	}
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
	if len(faces) < maxGlyphs {
		faces[k] = f
	}
	return f
}

// instead are letters that sit better in words: the font's hyphen is as long as its minus, and its
// middle dot is nearer to the top.
var instead = map[rune]rune{'-': '\u00ad', '·': '∙'}

// Of returns a letter at a size in whole pixels. A letter that the font does not
// have is a box.
func Of(letter rune, pixels int, bold bool) *Glyph {
	if better, ok := instead[letter]; ok {
		letter = better
	}
	mu.Lock()
	defer mu.Unlock()
	k := key{letter: letter, pixels: pixels, bold: bold}
	if g, ok := glyphs[k]; ok {
		return g
	}
	bounds, mask, from, advance, _ := face(pixels, bold).Glyph(fixed.Point26_6{}, letter)
	g := &Glyph{At: bounds.Min, Advance: float64(advance) / 64, Mask: image.NewAlpha(image.Rectangle{Max: bounds.Size()})}
	if mask != nil { // the face draws the next one in the same place
		draw.Draw(g.Mask, g.Mask.Rect, mask, from, draw.Src)
	}
	if len(glyphs) < maxGlyphs {
		glyphs[k] = g
	}
	return g
}
