// Package picture draws a position for people. [Text] draws with block
// characters for a fixed-width font, such as Discord's code blocks and the
// terminal. It knows the shapes of boards and no game; a new shape has to get its
// drawing here before the program compiles.
package picture
