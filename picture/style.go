package picture

// A Style is how somebody likes to see pictures.
type Style struct {
	Theme Theme
	// Large asks for larger letters; less fits beside each other then.
	Large bool
}

// A Theme is a set of colours. Each picture has its own background, so that it can be
// read wherever it is shown.
type Theme uint8

// The themes.
const (
	// Dark is light ink on nearly black. It is the usual one, as Discord is dark for
	// most people and a white picture dazzles there, while a dark one on white does not.
	Dark Theme = iota
	// Light is dark ink on white, for print and for bright rooms.
	Light
)
