package picture

import (
	"fmt"
	"strings"
)

// A Style is a person's choice for pictures.
type Style struct {
	Theme Theme
	// Large asks for larger letters, which leave room for fewer things.
	Large bool
}

// A Theme is a surface on a dark background (an even number) or on a light one (the next). Each
// picture has its own background, so that it is readable on any page. Package drawing has the
// colours.
type Theme uint8

// The themes.
const (
	// Dark is light ink on nearly black, flat: most people use Discord's dark theme, and a white
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

// Surfaces are the themes that people choose from, on a dark ground: by the name that is typed and
// stored, and in words. The first is the default.
var Surfaces = []struct {
	Name, Words string
	Theme       Theme
}{
	{"felt", "on felt", Felt},
	{"wood", "on wood", Wood},
	{"slate", "on slate", Slate},
	{"plain", "in flat colours", Dark},
}

// SurfaceNames lists the names of the surfaces, separated by commas.
func SurfaceNames() string {
	var names []string
	for _, s := range Surfaces {
		names = append(names, s.Name)
	}
	return strings.Join(names, ",")
}

// ThemeNamed returns the theme of a surface on a dark ground, the default for "". The error lists the
// names.
func ThemeNamed(name string) (Theme, error) {
	for _, s := range Surfaces {
		if name == "" || name == s.Name {
			return s.Theme, nil
		}
	}
	return 0, fmt.Errorf("there is no theme %q: choose one of %s", name, SurfaceNames())
}

// Flat reports whether the ground is plain, without a frame and light.
func (t Theme) Flat() bool { return t <= Light }

// Plain returns the flat theme on the same ground.
func (t Theme) Plain() Theme { return t & 1 }

// OnLight returns the theme of the same surface on a light ground.
func (t Theme) OnLight() Theme { return t | 1 }
