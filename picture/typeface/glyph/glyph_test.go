package glyph_test

import (
	"math"
	"testing"

	"nimatron/picture/typeface"
	"nimatron/picture/typeface/glyph"
)

// TestWidth compares text widths with the sums of the glyphs' advances.
func TestWidth(t *testing.T) {
	for _, text := range []string{"", "0", "1000000000000000000", "may be lowered now", "−2 … ↑↓▼", "Łódź Ωж", "\x00\xff\U0001F600"} {
		for _, bold := range []bool{false, true} {
			for _, pixels := range []int{12, 24, 40} {
				sum := 0.0
				for _, letter := range text {
					sum += glyph.Of(letter, pixels, bold).Advance
				}
				// Advances are rounded to 1/64 of a pixel each.
				if want := typeface.Width(text, bold) * float64(pixels); math.Abs(sum-want) > float64(len(text)+1)/32 {
					t.Errorf("%q at %d: the glyphs take %g, the width is %g", text, pixels, sum, want)
				}
			}
		}
	}
	if typeface.Width("mm", false) <= typeface.Width("m", false) || typeface.Width("mmm", true) <= typeface.Width("mmm", false) {
		t.Error("longer or bold texts are not wider")
	}
}

// TestInk checks that letters have ink, that a digit has the declared height, and that the font has
// all letters in pictures.
func TestInk(t *testing.T) {
	const pixels = 100
	missing := glyph.Of('\U000F0000', pixels, false)
	for _, letter := range "0123456789LRNPabcz−…↑↓▼±=*" {
		g := glyph.Of(letter, pixels, false)
		ink := 0
		for _, a := range g.Mask.Pix {
			ink += int(a)
		}
		if ink == 0 {
			t.Errorf("%c has no ink", letter)
		}
		if string(g.Mask.Pix) == string(missing.Mask.Pix) {
			t.Errorf("the font has no %c", letter)
		}
	}
	if h := glyph.Of('0', pixels, false).Mask.Rect.Dy(); math.Abs(float64(h)/pixels-typeface.CapHeight) > 0.06 {
		t.Errorf("a digit is %d high", h)
	}
}

// TestSigns checks that a hyphen is shorter than a minus, and that a middle dot is centred on
// capitals.
func TestSigns(t *testing.T) {
	const pixels = 100
	if hyphen, minus := glyph.Of('-', pixels, false), glyph.Of('−', pixels, false); hyphen.Mask.Rect.Dx()*3 > minus.Mask.Rect.Dx()*2 {
		t.Errorf("a hyphen is %d wide, a minus %d", hyphen.Mask.Rect.Dx(), minus.Mask.Rect.Dx())
	}
	dot := glyph.Of('·', pixels, false)
	if middle := -float64(dot.At.Y) - float64(dot.Mask.Rect.Dy())/2; math.Abs(middle-pixels*typeface.CapHeight/2) > 10 {
		t.Errorf("a middle dot is %g above the line", middle)
	}
}
