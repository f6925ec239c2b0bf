// Package chat is the whole bot in the terminal. It turns lines into requests to package commands
// and prints the replies. Several people can share the terminal, as "name: line", and several
// channels: "#name" alone changes the channel.
//
// A terminal has a prompt, a history and completion, and text is wrapped. A pipe is read to its
// end, and each line is echoed, so that the output is a complete transcript. Some words stand for
// commands, and numbers for those that the last reply offers.
package chat
