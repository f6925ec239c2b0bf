package drawing

import (
	"image/color"

	"nimatron/picture"
)

// A Role is the purpose of a colour. The hues are near those of Okabe and Ito, which colour-blind
// people can tell apart; important differences also have a pattern or a word. Left is blue and
// Right is red, as in the rules of the games with roads.
type Role uint8

const (
	None Role = iota // nothing is drawn
	Background
	Ink   // main text
	Faint // secondary text
	Rule  // guide lines
	Left
	Right
	Shared   // for both sides, in games with colours
	Next     // the next player wins
	Previous // the next player loses
	Range    // an area around a line
	Here     // the position in question
	Black    // letters on light fills
	White    // letters on dark fills

	// The table.
	Lit // the background where the light falls
	Shadow
	Seam
	Frame
	FrameLit
	FrameDark

	// Counters have a face, a rim, a lit side, a shaded side and an edge. Neither side can take stone, both
	// can take ivory, one side its own colour; gold is selected.
	IvoryFace
	IvoryRim
	Ivory
	IvoryShade
	IvoryEdge
	StoneFace
	StoneRim
	Stone
	StoneShade
	StoneEdge
	LeftFace
	LeftRim
	LeftSide
	LeftShade
	LeftEdge
	RightFace
	RightRim
	RightSide
	RightShade
	RightEdge
	GoldFace
	GoldRim
	Gold
	GoldShade
	GoldEdge

	// Boxes, and those that can't be reached.
	Carton
	CartonShade
	CartonTop
	CartonEdge
	Tape
	FarCarton
	FarCartonShade
	FarCartonTop
	FarCartonEdge
	FarTape

	// Machines and buildings.
	Metal
	MetalDark
	MetalLit
	Tyre
	Paint
	PaintDark
	Glass

	Road
	RoadEdge
	Bark
	BarkShade
	Leaf
	LeafShade
	LeafLit

	Badge
	BadgeEdge

	Roles int = iota // the number of roles
)

var colours = allColours()

var onDark, onLight = map[Role]uint32{
	Background: 0x1b1d23, Ink: 0xf4f5f7, Faint: 0xb4b9c4, Rule: 0x3d424d,
	Left: 0x56b4e9, Right: 0xf26a55, Shared: 0x2fc59a,
	Next: 0xf0e442, Previous: 0xf4f5f7, Range: 0x2b4a5e, Here: 0xa8327d,
	Black: 0x000000, White: 0xffffff,
}, map[Role]uint32{
	Background: 0xffffff, Ink: 0x16181d, Faint: 0x555b66, Rule: 0xd5d8de,
	Left: 0x3d9bd6, Right: 0xe04a38, Shared: 0x008a63,
	Next: 0xf0e442, Previous: 0x16181d, Range: 0xcfe4f2, Here: 0xa8327d,
	Black: 0x000000, White: 0xffffff,
}

var things = map[Role]uint32{
	IvoryFace: 0xfff6e0, IvoryRim: 0xe6d3a6, Ivory: 0xfbeccb, IvoryShade: 0xb89a66, IvoryEdge: 0x7d6437,
	StoneFace: 0xc6ccd0, StoneRim: 0xa4acb2, Stone: 0xb7bec4, StoneShade: 0x747d86, StoneEdge: 0x4d555d,
	LeftFace: 0x8fd0f8, LeftRim: 0xd8f0ff, LeftSide: 0x56b4e9, LeftShade: 0x1c6ba0, LeftEdge: 0x0d4266,
	RightFace: 0xff9c8a, RightRim: 0xffe0d8, RightSide: 0xef5d48, RightShade: 0x9c2415, RightEdge: 0x64120a,
	GoldFace: 0xfff08a, GoldRim: 0xfffbd8, Gold: 0xf5d63d, GoldShade: 0xb58a0c, GoldEdge: 0x6f5300,
	Carton: 0xd9a066, CartonShade: 0xb27b42, CartonTop: 0xecbf8c, CartonEdge: 0x6d4620, Tape: 0xf0d9ae,
	FarCarton: 0x9a8a78, FarCartonShade: 0x7d6e5e, FarCartonTop: 0xb2a392, FarCartonEdge: 0x55493c, FarTape: 0xb9ad9d,
	Metal: 0xaab4bf, MetalDark: 0x5c6670, MetalLit: 0xdde4ea, Tyre: 0x1c1f24,
	Paint: 0xf2b134, PaintDark: 0xb57a10, Glass: 0x2f4858,
	Road: 0x4a4f57, RoadEdge: 0x2a2d33,
	Bark: 0x8a5a34, BarkShade: 0x5b381d, Leaf: 0x4fa04a, LeafShade: 0x2f6d36, LeafLit: 0x86c96a,
	Badge: 0xfffaf0, BadgeEdge: 0x6d4620,
}

// surfaces are the colours particular to each theme. On the plain ones nothing has a shade or a
// shadow.
var surfaces = map[picture.Theme]map[Role]uint32{
	picture.Dark: {
		Shadow:    0x1b1d23,
		IvoryFace: 0x2fc59a, IvoryRim: 0x8fe6cb, Ivory: 0x24a17d, IvoryShade: 0x24a17d, IvoryEdge: 0x12604a,
		StoneFace: 0x7a8290, StoneRim: 0x9aa1ad, Stone: 0x5d6470, StoneShade: 0x5d6470, StoneEdge: 0x363b44,
		LeftShade: 0x56b4e9, LeftFace: 0xa8dcfa, RightSide: 0xf26a55, RightShade: 0xf26a55, GoldShade: 0xf5d63d,
		Carton: 0x24a17d, CartonShade: 0x24a17d, CartonTop: 0x2fc59a, CartonEdge: 0x12604a, Tape: 0x8fe6cb,
		FarCarton: 0x6f7684, FarCartonShade: 0x6f7684, FarCartonTop: 0x8b92a0, FarCartonEdge: 0x363b44, FarTape: 0xa6acb8,
		MetalDark: 0x6b7480, Road: 0x434954, RoadEdge: 0x2b2f37, Bark: 0x6b7280, BarkShade: 0x4a505b,
		Leaf: 0x2c5c50, LeafShade: 0x2c5c50, LeafLit: 0x2c5c50, BadgeEdge: 0x363b44,
	},
	picture.Light: {
		Shadow:    0xffffff,
		IvoryFace: 0x0ca880, IvoryRim: 0x06634a, Ivory: 0x088a67, IvoryShade: 0x088a67, IvoryEdge: 0x055440,
		StoneFace: 0xb3b9c4, StoneRim: 0x8d94a1, Stone: 0x9aa1ae, StoneShade: 0x9aa1ae, StoneEdge: 0x6b7280,
		LeftShade: 0x56b4e9, LeftEdge: 0x1c6ba0, RightShade: 0xef5d48, RightEdge: 0x9c2415, Gold: 0xe8b90c, GoldShade: 0xe8b90c, GoldFace: 0xf7d34a,
		Carton: 0x0ca880, CartonShade: 0x0ca880, CartonTop: 0x6fdcbd, CartonEdge: 0x06634a, Tape: 0xc4f2e4,
		FarCarton: 0xb3b9c4, FarCartonShade: 0xb3b9c4, FarCartonTop: 0xd0d4dc, FarCartonEdge: 0x6b7280, FarTape: 0xe3e6ea,
		MetalLit: 0x5c6670, Shared: 0x2fc59a, Road: 0x5a616d, RoadEdge: 0x3d434d, Bark: 0x8d94a1, BarkShade: 0x6b7280,
		Leaf: 0xcdeadf, LeafShade: 0xcdeadf, LeafLit: 0xcdeadf, BadgeEdge: 0x6b7280,
	},
	picture.Felt: {
		Background: 0x1e5643, Lit: 0x246049, Shadow: 0x123a2c, Ink: 0xfff8e8, Faint: 0xcfe6d8, Rule: 0x4b8a72,
		Frame: 0x7a4b26, FrameLit: 0x9a6535, FrameDark: 0x4a2a12, Road: 0x3c4247,
	},
	picture.FeltLight: {
		IvoryRim:   0xa88848,
		Background: 0xcfe5d6, Lit: 0xd8ebde, Shadow: 0xa3c4b0, Ink: 0x10261b, Faint: 0x3a5547, Rule: 0x93b8a3,
		Frame: 0xb98a58, FrameLit: 0xd8ae7c, FrameDark: 0x86603a, Shared: 0x2fc59a, Road: 0x474d54, RoadEdge: 0x2c3136, MetalLit: 0x5c6670,
	},
	picture.Wood: {
		Background: 0x4e3019, Lit: 0x5a391f, Shadow: 0x341e0e, Seam: 0x341e0e, Ink: 0xfff4e2, Faint: 0xe6d2b6, Rule: 0x84603c,
		Frame: 0x2b2d31, FrameLit: 0x44474d, FrameDark: 0x17181b, Road: 0x3a3d42, Bark: 0xa87848, BarkShade: 0x2e1b0d,
	},
	picture.WoodLight: {
		IvoryRim: 0xd9c28c, IvoryShade: 0x957746, IvoryEdge: 0x5a431c,
		Background: 0xc69b64, Lit: 0xcda570, Shadow: 0xaa814c, Seam: 0xb58a52, Ink: 0x1a0d03, Faint: 0x2a1a09, Rule: 0x84602f,
		Frame: 0x8a5a30, FrameLit: 0xae7b49, FrameDark: 0x5f3b1c, Shared: 0x2fc59a, Road: 0x4b4640, RoadEdge: 0x2f2b26, MetalLit: 0x5c6670,
	},
	picture.Slate: {
		Background: 0x2a3038, Lit: 0x303740, Shadow: 0x191d22, Ink: 0xf4f6f8, Faint: 0xc0c8d2, Rule: 0x56606d,
		Frame: 0x8a6b47, FrameLit: 0xa98759, FrameDark: 0x57412a, Road: 0x535963, RoadEdge: 0x15181c,
	},
	picture.SlateLight: {
		IvoryRim:   0xa88848,
		Background: 0xdde3e8, Lit: 0xe5eaef, Shadow: 0xb3bdc7, Ink: 0x161b21, Faint: 0x47525e, Rule: 0xa9b5c0,
		Frame: 0x9a7a54, FrameLit: 0xbd9c73, FrameDark: 0x6d5335, Shared: 0x2fc59a, Road: 0x4a515a, RoadEdge: 0x2d333a, MetalLit: 0x5c6670,
	},
}

func allColours() (all [picture.Themes][Roles]color.RGBA) {
	for theme := range picture.Themes {
		ground := onDark
		if theme%2 == 1 {
			ground = onLight
		}
		for _, set := range []map[Role]uint32{ground, things, surfaces[picture.Theme(theme)]} {
			for r, hex := range set {
				all[theme][r] = rgb(hex)
			}
		}
	}
	return all
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// Colour returns the colour of a role.
func (r Role) Colour(theme picture.Theme) color.RGBA { return colours[theme][r] }

// Letters returns the role of letters on r.
func (r Role) Letters(theme picture.Theme) Role { return LettersOn(r.Colour(theme)) }

// LettersOn returns the role of letters on a colour, White or Black.
func LettersOn(on color.RGBA) Role {
	if Contrast(on, rgb(0xffffff)) > Contrast(on, rgb(0)) {
		return White
	}
	return Black
}
