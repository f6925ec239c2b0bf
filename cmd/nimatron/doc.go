// Nimatron referees and plays the games of the Nim family: on Discord, and in its own chat in the
// terminal.
//
// Without arguments it connects to Discord if DISCORD_TOKEN is set, in the environment or in a file
// .env; otherwise it opens the local chat. "nimatron --help" lists the commands and the settings.
package main
