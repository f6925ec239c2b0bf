// Package svg writes a drawing as an SVG file, in which everything is as sharp as one
// likes. Letters are text: where the font is not installed another one takes their place,
// in the same width.
package svg
