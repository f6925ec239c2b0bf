// Package drawingtest finds obvious faults of a drawing: text on other text, outside the picture,
// too small, or hard to tell from its background.
package drawingtest
