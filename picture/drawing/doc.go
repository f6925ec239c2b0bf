// Package drawing is a picture before it is a file: boxes, lines and labels with roles instead of
// colours. Layouts of boards and charts make it, packages raster and svg write it, and tests check
// it.
//
// Lengths are in units. A picture is 400 units wide, like a phone, so a letter of 12 units is about
// 12 points high there. A point's y grows downwards.
package drawing
