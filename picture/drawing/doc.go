// Package drawing is a picture before it is a file: boxes, lines and labels in their
// places, coloured by role. The layouts of boards and charts make one, and packages
// raster and svg write it down, so that both show the same and tests can look at where
// things are.
//
// Lengths are in units. A picture is 400 units wide, about as wide as a phone shows it,
// so that a letter of 12 units is 12 points high there; a point's y grows downwards.
package drawing
