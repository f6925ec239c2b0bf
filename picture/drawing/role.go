package drawing

import (
	"image/color"

	"nimatron/picture"
)

// A Role is what a colour is for. The hues are those of Okabe and Ito, which people see
// apart whatever colours they can't see; what matters has a pattern or a word as well.
type Role uint8

// The roles.
const (
	None       Role = iota // nothing is drawn
	Background             // of the picture
	Ink                    // what is read first
	Faint                  // what is read second
	Rule                   // lines that help the eye
	Closed                 // counters that can't be touched now
	Open                   // counters that can
	Nominated              // the nominated pile
	Left                   // Left's
	Right                  // Right's
	Shared                 // for both, in games with colours
	Next                   // who moves next wins
	Previous               // who moves next loses
	Range                  // an area around a line
	Here                   // the position that is asked about
	Black                  // letters on light fills
	White                  // letters on dark fills

	Roles int = iota // how many there are
)

// colours are those of the roles by theme.
var colours = [2][Roles]color.RGBA{
	picture.Dark: {
		Background: rgb(0x1b1d23), Ink: rgb(0xf4f5f7), Faint: rgb(0xb4b9c4), Rule: rgb(0x3d424d),
		Closed: rgb(0x6b7280), Open: rgb(0x2fc59a), Nominated: rgb(0xf0e442),
		Left: rgb(0x56b4e9), Right: rgb(0xf08030), Shared: rgb(0x2fc59a),
		Next: rgb(0xf0e442), Previous: rgb(0xf4f5f7), Range: rgb(0x2b4a5e), Here: rgb(0xa8327d),
		Black: rgb(0x000000), White: rgb(0xffffff),
	},
	picture.Light: {
		Background: rgb(0xffffff), Ink: rgb(0x16181d), Faint: rgb(0x555b66), Rule: rgb(0xd5d8de),
		Closed: rgb(0xb3b9c4), Open: rgb(0x0aa57c), Nominated: rgb(0xf0c020),
		Left: rgb(0x3d9bd6), Right: rgb(0xe8701a), Shared: rgb(0x008a63),
		Next: rgb(0xf0e442), Previous: rgb(0x16181d), Range: rgb(0xcfe4f2), Here: rgb(0xa8327d),
		Black: rgb(0x000000), White: rgb(0xffffff),
	},
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// Colour returns the colour of a role.
func (r Role) Colour(theme picture.Theme) color.RGBA { return colours[theme][r] }

// Letters returns the role of letters that stand on r.
func (r Role) Letters(theme picture.Theme) Role {
	if on := r.Colour(theme); Contrast(on, White.Colour(theme)) > Contrast(on, Black.Colour(theme)) {
		return White
	}
	return Black
}
