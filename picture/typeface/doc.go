// Package typeface is the font of all pictures, Go's own, which is part of the program:
// how wide a text is, and what its letters look like at a size.
package typeface
