// Package picture draws a position for people. [Text] draws with block characters for a fixed-width
// font. It knows the shapes of boards and no game; the program compiles only if it draws every shape.
package picture
