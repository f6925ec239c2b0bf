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
			"ich gebe auf, aufgeben, j'abandonne, je abandonne, me rindo, desisto, i'm done, i'm out, i lost, you win, " +
			"quit game, 降参, 投了",
		"match takeback": "take back, take it back, take that back, undo, i want to take back my move, " +
			"take back my move, undo that, undo my move, agree, i agree",
		"match claim": "claim, claim the win, i claim the win",
		"match rematch": "rematch, again, play again, another one, nochmal, encore, " +
			"same again, one more, play again, once more, restart, start over, noch einmal, revanche, revancha",
		"match accept":                "accept, i accept, i accept the challenge",
		"match accept first:me":       "accept and go first",
		"match accept first:opponent": "accept and go second",
		"match decline":               "decline, i decline, no thanks, no thank you",
		"match cancel":                "withdraw, withdraw the challenge, cancel, i withdraw",
		"match follow":                "follow, unfollow",
		"match list":                  "matches, my games, show my games, where are my games",
		"match board": "board, post the board here, whose turn is it, whose turn, who's turn is it, is it my turn, my turn, " +
			"who is winning, who's winning, am i winning, who won, how many are left, how many left, what's left",
		"hint": "hint, next hint, tipp, tip, tips, indice, pista, dica, ヒント, " +
			"what should i do, what do i do, what now, i'm stuck, best move",
		"help": "help, help me, how does this work, what can you do, hilfe, aide, ayuda, ajuda, ヘルプ, " +
			"help me out, who are you, what are you, what is this, what's this, how does it work, commands",
		"rules": "rules, how do i play, how do you play, how do i play this, how do i play it, how to play, " +
			"what are the rules, regeln, règles, reglas, regras, ルール, " +
			"wie spielt man das, wie geht das, comment on joue, comment jouer, cómo se juega, como se joga",
		"play": "play, all games, start, new game, game, games, play a game, spielen, spiel, " +
			"neues spiel, jouer, joue, jugar, jogar, 遊ぶ, 遊びたい, ゲーム, " +
			"what games are there, which games are there, which games can you play, what games do you have, what can i play",
		"puzzle today": "puzzle, puzzle of the day, daily puzzle, today's puzzle, puzzles of the day, " +
			"today's puzzles, rätsel, " +
			"today's five, day's five, daily, daily five, today's boards, quiz, quiz me, test me, énigme, acertijo, パズル",
		"puzzle drill":            "drill, drill me, practise, practice, i want to practise, training, train me, üben",
		"learn":                   "learn, teach me, lesson, lessons, lernen, apprendre, aprender",
		"settings me":             "settings",
		"settings privacy delete": "delete my data, delete all my data, forget me",
		"leaderboard ratings": "leaderboard, ranking, rankings, best, " +
			"top players, high scores, rangliste, classement, clasificación",
		"profile":               "profile, stats, rating, score, record",
		"tournament list":       "tournaments, tournament",
		"class list":            "classes",
		"race start":            "race, new race, race me",
		"challenge side:server": "all play together, play together, server against you, everybody against you, all against you",
		"race join":             "join the race",
		"challenge form:true": "challenge a friend, challenge someone, play with a friend, " +
			"play with friends, play a friend, friend",
		"race stop": "stop the race, end the race, stop race",
		// A courtesy needs no answer: there is no button's message to delete.
		string(DeleteName): "thanks, thank you, thanks a lot, thank you very much, many thanks, thx, ty, danke, " +
			"merci, gracias, obrigado, obrigada, gg, good game, well played, " +
			"cool, nice, wow, sorry, good bot, bye, goodbye, good night",
	} {
		for _, text := range strings.Split(texts, ", ") {
			all[text] = command
		}
	}
	return all
}()

var (
	polite = regexp.MustCompile(`^(?:(?:please|ok|okay|hey|hi|hello|so|(?:can|could|may|would) (?:i|you|we)|` +
		`(?:i'd|i would|we'd) like(?: to)?|(?:i|we) (?:want|need)(?: to)?|let's|lets|let us|` +
		`give me|show me|get me|get|let me (?:have|see)|` +
		`have|do|start|begin|a|an|the|my|show|any|quick|i|wanna|(?:what|who|where)(?:'?s| is| are)|` +
		`ich (?:möchte|will|brauche)|lass uns|ein|eine|einen|zeig mir|je (?:veux|voudrais)|on|donne-moi|un|une|` +
		`quiero|quisiera|dame|una|quero|me dá|vamos|um|uma),? )+|(?:,? (?:please|pls|plz|now|bitte|` +
		`por favor|s'il te plaît|(?:(?:in|on|of) )?(?:here|this server)))+$`)
	saidPlay = regexp.MustCompile(`^(play|challenge|(?:game|match|round) of|teach me|spiele?n?|runde|jou(?:er|ons|e)|partie|` +
		`jugar|juguemos|partida|jogar)(?: me| us)?(?: (?:at|to|on|in|of|a game of|a match of|a round of|some|` +
		`à|au|de|a|al))? (\S.*)$`)
	saidLevel = regexp.MustCompile(`^(?:(?:against|on|at) )?(?:the |a )?` +
		`(easy|casual|medium|strong|hard|difficult|perfect|expert)(?: level| mode| bot| game)?$`)
	saidPerson = regexp.MustCompile(`^(?:(\S.*?) )??` +
		`(?:with |against |vs )?((?:<@!?\d+>|@\S+)|(?:you|the bot|the computer))$`)
	saidFirst = regexp.MustCompile(`^(?:with |against )?(<@!?\d+>|@\S+)(?: (?:to|at|in|for|on))?(?: ` +
		`(?:a game|a match|a round) of)? (\S.*)$`)
	saidRules = regexp.MustCompile(`^(?:(?:what are )?(?:the )?rules (?:of|for|to|in)|` +
		`how (?:do|can) (?:i|you|we|one) play|how to play) (\S.*)$`)
	// saidPiles are the piles after the name of a game, written as a sentence.
	saidPiles = regexp.MustCompile(`^(.*?)(?: with| from| of| mit| avec| con| com)? ` +
		`(\d+(?:(?:,? (?:and|und|et|y|e) |, ?| ?- ?| )\d+)+)$`)
	number      = regexp.MustCompile(`\d+`)
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
	if m := saidPiles.FindStringSubmatch(bare); m != nil {
		bare = m[1] + " " + strings.Join(number.FindAllString(m[2], -1), " ")
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
		if line, _, ok := against(m[2]); ok {
			return line, true
		}
		if withPosition(m[2]) {
			return "challenge game:" + m[2], true
		}
		if name := catalog.Mentioned(m[2]); name != nil && m[1] == "play" && !isGame(m[2]) {
			return "play game:" + name.Title, true
		}
		return "play game:" + m[2], isGame(m[2]) && m[1] != "challenge" || m[1] == "play" && !spoken.Counts(m[2])
	}
	if withPosition(bare) {
		return "challenge game:" + bare, true
	}
	if line, game, ok := against(bare); ok && (isGame(game) || withPosition(game)) {
		return line, true
	}
	_, unknown := catalog.Standard.Find(bare)
	return "play game:" + bare, unknown == nil
}

// against returns the challenge that a person, and a game before or after them, stand for.
func against(text string) (line, game string, ok bool) {
	if m := saidFirst.FindStringSubmatch(text); m != nil {
		text = m[2] + " " + m[1]
	}
	who := saidPerson.FindStringSubmatch(text)
	if who == nil {
		return "", "", false
	}
	line, game = "challenge", who[1]
	if game != "" {
		line += " game:" + game
	}
	if strings.ContainsRune(who[2], '@') {
		line += " opponent:" + who[2]
	}
	return line, game, true
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
