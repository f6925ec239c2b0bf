// Package typeface knows how wide a text is in the font of all pictures, Go's own. Package glyph draws
// its letters.
package typeface

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// CapHeight is the height of a capital or a digit, as a part of the size of its font.
const CapHeight = 0.72

// With this table, the page in a browser needs no fonts.
//
//go:embed widths.txt
var widthsText string

// Measured is the size of the letters in the table. A line has a letter's number and its widths, plain
// and bold, in 64ths of a unit. The first line is for letters that the font does not have.
const Measured = 512

var widths = sync.OnceValue(func() map[rune][2]float64 {
	table := map[rune][2]float64{}
	for line := range strings.Lines(widthsText) {
		fields := strings.Fields(line)
		letter, _ := strconv.ParseInt(fields[0], 10, 32)
		var of [2]float64
		for weight := range of {
			units, _ := strconv.Atoi(fields[1+weight])
			of[weight] = float64(units) / 64 / Measured
		}
		table[rune(letter)] = of
	}
	return table
})

const missing = -1

// Has reports whether the font has every letter of a text.
func Has(text string) bool {
	for _, letter := range text {
		if _, ok := widths()[letter]; !ok {
			return false
		}
	}
	return true
}

// Width returns the width of a text in a font of size 1.
func Width(text string, bold bool) float64 {
	weight := 0
	if bold {
		weight = 1
	}
	table, sum := widths(), 0.0
	for _, letter := range text {
		of, ok := table[letter]
		if !ok {
			of = table[missing]
		}
		sum += of[weight]
	}
	return sum
}
