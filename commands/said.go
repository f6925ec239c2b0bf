package commands

import (
	"regexp"
	"strings"

	"nimatron/games/catalog"
	"nimatron/games/spoken"
	"nimatron/match"
)

// saidWords maps what people write, and the labels of buttons, to a command. Keys are folded as by
// spoken.Fold, without the polite words around them.
var saidWords = func() map[string]string {
	all := map[string]string{}
	for command, texts := range map[string]string{
		"match resign": "i give up, give up, i resign, resign, i surrender, surrender, i quit, quit, i concede, " +
			"ich gebe auf, aufgeben, j'abandonne, je abandonne, me rindo, desisto",
		"match takeback": "take back, take it back, take that back, undo, i want to take back my move, " +
			"can i take that back, agree, i agree",
		"match claim":                 "claim, claim the win, i claim the win",
		"match rematch":               "rematch, again, play again, another one, nochmal, encore",
		"match accept":                "accept, i accept, i accept the challenge",
		"match accept first:me":       "accept and go first",
		"match accept first:opponent": "accept and go second",
		"match decline":               "decline, i decline, no thanks, no thank you",
		"match cancel":                "withdraw, withdraw the challenge, cancel, i withdraw",
		"match follow":                "follow, unfollow",
		"match list":                  "matches",
		"match board":                 "board, post the board here, whose turn is it, whose turn, who's turn is it, is it my turn, my turn",
		"hint":                        "hint, next hint, tipp, tip, indice, pista, dica",
		"help":                        "help, help me, how does this work, what can you do, hilfe, aide, ayuda, ajuda",
		"rules": "rules, how do i play, how do you play, how do i play this, how do i play it, how to play, " +
			"what are the rules, regeln, règles, reglas, regras",
		"play":                    "play, all games, start, new game, game, games, play a game, spielen, jouer, jugar, jogar",
		"puzzle today":            "puzzle, puzzle of the day, daily puzzle, today's puzzle, puzzles of the day, today's puzzles, rätsel",
		"puzzle drill":            "drill, drill me, practise, practice, i want to practise, training, train me, üben",
		"learn":                   "learn, teach me, lesson, lessons",
		"settings me":             "settings",
		"settings privacy delete": "delete my data, delete all my data, forget me",
		"leaderboard ratings":     "leaderboard",
		"profile":                 "profile",
		"tournament list":         "tournaments",
		"class list":              "classes",
		"race start":              "race, new race",
		"race stop":               "stop the race, end the race, stop race",
		// A courtesy needs no answer: there is no button's message to delete.
		string(DeleteName): "thanks, thank you, thanks a lot, thank you very much, many thanks, thx, ty, danke, " +
			"merci, gracias, obrigado, obrigada, gg, good game, well played",
	} {
		for _, text := range strings.Split(texts, ", ") {
			all[text] = command
		}
	}
	return all
}()

var (
	polite = regexp.MustCompile(`^(?:(?:please|ok|okay|hey|hi|hello|so|can (?:i|you|we)|could (?:i|you|we)|` +
		`(?:i'd|i would|we'd) like(?: to)?|(?:i|we) (?:want|need)(?: to)?|let's|lets|let us|give me|show me|get me|` +
		`have|do|start|begin|a|an|the|my),? )+|(?:,? (?:please|now|bitte))+$`)
	saidPlay = regexp.MustCompile(`^(play|challenge)(?: me| us)?` +
		`(?: (?:at|to|on|in|a game of|a match of|a round of|some))? (\S.*)$`)
	saidLevel = regexp.MustCompile(`^(?:(?:against|on|at) )?(?:the |a )?` +
		`(easy|casual|medium|strong|hard|difficult|perfect|expert)(?: level| mode| bot| game)?$`)
	saidPerson = regexp.MustCompile(`^(?:(\S.*?) )??` +
		`(?:with |against |vs )?((?:<@!?\d+>|@\S+)|(?:you|the bot|the computer))$`)
	saidRules = regexp.MustCompile(`^(?:(?:what are )?(?:the )?rules (?:of|for|to|in)|` +
		`how (?:do|can) (?:i|you|we|one) play|how to play) (\S.*)$`)
	saidSetting = regexp.MustCompile(`^settings (me|server) ([a-z-]+): ?(\S.*)$`)
)

var saidLevels = map[string]match.Level{"medium": match.Casual, "hard": match.Strong,
	"difficult": match.Strong, "expert": match.Perfect}

// said returns the command line, without a slash, that people's own words stand for. ok is false for other
// words.
func said(text string) (line string, ok bool) {
	folded := spoken.Fold(text)
	bare := polite.ReplaceAllString(folded, "")
	for _, words := range []string{folded, bare} {
		if line, ok = saidWords[words]; ok {
			return line, true
		}
	}
	if strings.HasPrefix(folded, "settings ") {
		if m := saidSetting.FindStringSubmatch(folded); m != nil && m[2] != "name" && m[2] != "value" && m[2] != "page" {
			return "settings " + m[1] + " name:" + m[2] + " value:" + m[3], true
		}
	}
	if strings.Contains(strings.ReplaceAll(bare, "<@", ""), ":") { // it has options
		return "", false
	}
	if m := saidRules.FindStringSubmatch(bare); m != nil {
		return "rules game:" + m[1], true
	}
	if m := saidPlay.FindStringSubmatch(bare); m != nil {
		if level := saidLevel.FindStringSubmatch(m[2]); level != nil {
			to, other := saidLevels[level[1]]
			if !other {
				to = match.Level(level[1])
			}
			return "challenge game:nim level:" + string(to), true
		}
		if who := saidPerson.FindStringSubmatch(m[2]); who != nil {
			line := "challenge"
			if who[1] != "" {
				line += " game:" + who[1]
			}
			if strings.ContainsRune(who[2], '@') {
				line += " opponent:" + who[2]
			}
			return line, true
		}
		if withPosition(m[2]) {
			return "challenge game:" + m[2], true
		}
		return "play game:" + m[2], m[1] == "play" && (isGame(m[2]) || !spoken.Counts(m[2]))
	}
	if withPosition(bare) {
		return "challenge game:" + bare, true
	}
	_, unknown := catalog.Standard.Find(bare)
	return "play game:" + bare, unknown == nil
}

func isGame(text string) bool {
	_, err := catalog.Standard.Find(text)
	return err == nil || catalog.Called(text) != nil
}

// withPosition reports whether a text is a game and a position, such as "nim 3 5 7".
func withPosition(text string) bool {
	_, position, ok := catalog.Standard.Cut(text)
	return ok && strings.Trim(position, "0123456789 ,[]()/.") == ""
}
