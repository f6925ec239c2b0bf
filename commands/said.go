package commands

import (
	"regexp"
	"strings"

	"nimatron/games/spoken"
)

// saidWords maps what people write, and the labels of buttons, to a command. Keys are folded as by
// spoken.Fold.
var saidWords = map[string]string{
	"i give up": "match resign", "give up": "match resign", "i resign": "match resign", "resign": "match resign",
	"i surrender": "match resign", "surrender": "match resign", "i quit": "match resign", "i concede": "match resign",
	"take back": "match takeback", "take it back": "match takeback", "take that back": "match takeback", "undo": "match takeback",
	"i want to take back my move": "match takeback", "can i take that back": "match takeback", "agree": "match takeback", "i agree": "match takeback",
	"claim": "match claim", "claim the win": "match claim", "i claim the win": "match claim",
	"rematch": "match rematch", "again": "match rematch", "play again": "match rematch", "another one": "match rematch",
	"accept": "match accept", "i accept": "match accept", "i accept the challenge": "match accept",
	"accept and go first": "match accept first:me", "accept and go second": "match accept first:opponent",
	"decline": "match decline", "i decline": "match decline", "no thanks": "match decline", "no thank you": "match decline",
	"withdraw": "match cancel", "withdraw the challenge": "match cancel", "cancel": "match cancel", "i withdraw": "match cancel",
	"board": "match board", "show the board": "match board", "show me the board": "match board", "post the board here": "match board",
	"follow": "match follow", "my matches": "match list",
	"hint": "hint", "a hint": "hint", "hint please": "hint", "give me a hint": "hint", "i need a hint": "hint", "next hint": "hint",
	"help": "help", "help me": "help", "i need help": "help", "how does this work": "help", "what can you do": "help",
	"rules": "rules", "the rules": "rules", "how do i play": "rules", "how do you play": "rules", "what are the rules": "rules",
	"play": "play", "all games": "play", "let's play": "play", "start": "play", "puzzle": "puzzle today", "puzzle of the day": "puzzle today",
	"learn": "learn", "teach me": "learn", "settings": "settings me", "leaderboard": "leaderboard ratings",
	"my profile": "profile", "tournaments": "tournament list", "classes": "class list",
}

var (
	saidGame    = regexp.MustCompile(`^(?:play|challenge)(?: me)?(?: (?:at|to|a game of))? (\S.*?) (\d[\d ,]*)$`)
	saidSetting = regexp.MustCompile(`^settings (me|server) ([a-z-]+): ?(\S.*)$`)
)

// said returns the command line, without a slash, that people's own words stand for. ok is false for other
// words.
func said(text string) (line string, ok bool) {
	folded := spoken.Fold(text)
	if line, ok = saidWords[folded]; ok {
		return line, true
	}
	if m := saidGame.FindStringSubmatch(folded); m != nil && !strings.Contains(m[1], ":") {
		return "challenge game:" + m[1] + " position:" + m[2], true
	}
	if m := saidSetting.FindStringSubmatch(folded); m != nil && m[2] != "name" && m[2] != "value" && m[2] != "page" {
		return "settings " + m[1] + " name:" + m[2] + " value:" + m[3], true
	}
	return "", false
}
