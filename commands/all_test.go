package commands

// All lists all commands, for tests.
var All = all
