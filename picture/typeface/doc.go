// Package typeface knows how wide a text is in the font of all pictures, Go's own. Package glyph draws
// its letters.
package typeface
