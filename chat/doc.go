// Package chat is the whole bot in the terminal: it turns lines into requests to
// package commands and draws the replies as text. Several people can share the
// terminal, each speaking as "name: line", and several channels too, "#name"
// alone on a line changing to another.
//
// On a terminal there are a prompt, a history and completion, and text is wrapped
// between words. From a pipe it reads to the end and echoes each line, so that what
// it prints is a transcript that reads by itself. The words exit and quit, alone on
// a line, leave both.
package chat
