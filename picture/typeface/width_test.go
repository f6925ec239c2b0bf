package typeface_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/picture/typeface"
	"nimatron/picture/typeface/glyph"
)

// TestWidthsAreTheFonts compares the table of widths with the font.
func TestWidthsAreTheFonts(t *testing.T) {
	if testing.Short() {
		t.Skip("65,536 letters")
	}
	font := must.Get(sfnt.Parse(goregular.TTF))(t)
	units := func(letter rune, bold bool) int {
		return int(glyph.Of(letter, typeface.Measured, bold).Advance * 64)
	}
	var table strings.Builder
	fmt.Fprintln(&table, -1, units('\U000F0000', false), units('\U000F0000', true))
	var buf sfnt.Buffer
	for letter := range rune(0x10000) {
		if index, err := font.GlyphIndex(&buf, letter); err == nil && index != 0 {
			fmt.Fprintln(&table, letter, units(letter, false), units(letter, true))
		}
	}
	golden.Equal(t, "../widths.txt", table.String())
}
