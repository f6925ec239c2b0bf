// Package raster writes a drawing as a PNG with a palette, two pixels to a unit. It
// draws on the palette's indexes directly: a board has few colours, and the shades
// between them are made as edges and letters need them.
package raster
