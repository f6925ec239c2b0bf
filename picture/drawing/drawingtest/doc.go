// Package drawingtest checks of a drawing what anybody would see at once: that no text
// lies on another, leaves the picture, is too small or can't be told from what is behind
// it.
package drawingtest
