package drawing

import (
	"image/color"
	"math"
	"sync"
)

// Contrast returns the contrast of two colours by the Web Content Accessibility Guidelines, from 1 to
// 21. They ask for 4.5 between letters and their ground.
func Contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.RGBA) float64 {
	table := linear()
	return 0.2126*table[c.R] + 0.7152*table[c.G] + 0.0722*table[c.B]
}

// linear has the share of light of each value. Every counter of a picture asks for some.
var linear = sync.OnceValue(func() *[256]float64 {
	var table [256]float64
	for v := range table {
		f := float64(v) / 255
		if table[v] = f / 12.92; f > 0.04045 {
			table[v] = math.Pow((f+0.055)/1.055, 2.4)
		}
	}
	return &table
})

// Mix returns a mixture of two colours: a at 0, b at 1.
func Mix(a, b color.RGBA, part float64) color.RGBA {
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*part)) }
	return color.RGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 255}
}
