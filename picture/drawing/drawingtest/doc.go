// Package drawingtest finds faults of a drawing that anybody would see at once: text on other text, off
// the picture, too small, or hard to tell from its ground.
package drawingtest
