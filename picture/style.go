package picture

// A Style is a person's choice of how pictures look.
type Style struct {
	Theme Theme
	// Large asks for larger letters; less fits beside each other then.
	Large bool
}

// A Theme is a set of colours and a ground. Each picture has its own background, so that it can be
// read on any page.
type Theme uint8

// The themes: each surface on a dark ground and on a light one.
const (
	// Dark is light ink on nearly black, flat: most people use Discord on dark, and a white
	// picture would dazzle them.
	Dark Theme = iota
	// Light is dark ink on white, flat, for print and for bright rooms.
	Light
	Felt
	FeltLight
	Wood
	WoodLight
	Slate
	SlateLight

	Themes int = iota // the number of themes
)

// Flat reports whether the ground is plain, without a frame and light.
func (t Theme) Flat() bool { return t <= Light }

// Plain returns the flat theme on the same ground.
func (t Theme) Plain() Theme { return t & 1 }

// OnLight returns the theme of the same surface on a light ground.
func (t Theme) OnLight() Theme { return t | 1 }
