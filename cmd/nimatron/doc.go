// Nimatron referees and plays the games of the Nim family: on Discord, and in a
// chat of its own in the terminal.
//
// Without arguments it connects to Discord if DISCORD_TOKEN is set, in the
// environment or in a file .env, and opens the local chat if it is not. "nimatron
// --help" lists the commands and the settings.
package main
