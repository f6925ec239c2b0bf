package typeface_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/picture/typeface"
	"nimatron/picture/typeface/glyph"
)

// TestWidthsAreTheFonts compares the table of widths with the font.
func TestWidthsAreTheFonts(t *testing.T) {
	step := rune(testlong.Times(64, 16, 1))
	if golden.Updating() {
		step = 1
	}
	font := must.Get(sfnt.Parse(goregular.TTF))(t)
	units := func(letter rune, bold bool) int {
		return int(glyph.Of(letter, typeface.Measured, bold).Advance * 64)
	}
	var table strings.Builder
	fmt.Fprintln(&table, -1, units('\U000F0000', false), units('\U000F0000', true))
	var buf sfnt.Buffer
	for letter := rune(testlong.Seed(t) % uint64(step)); letter < 0x10000; letter += step {
		if index, err := font.GlyphIndex(&buf, letter); err == nil && index != 0 {
			fmt.Fprintln(&table, letter, units(letter, false), units(letter, true))
		}
	}
	if step == 1 {
		golden.Equal(t, "../widths.txt", table.String())
		return
	}
	known := "\n" + string(must.Get(os.ReadFile("widths.txt"))(t))
	for line := range strings.Lines(table.String()) {
		if !strings.Contains(known, "\n"+line) {
			t.Errorf("widths.txt lacks %q", line)
		}
	}
}
