package commands

import (
	"slices"
	"strings"

	"nimatron/internal/words"
)

// spellings are other ways to type a command. The first whose words on the left are all in the line
// applies. A word that ends with a colon stands for any value of that option, which moves to the
// option on the right or, without one, becomes the last word of the command.
var spellings = [][2]string{
	{"accept", "match accept"}, {"board", "match board"}, {"cancel", "match cancel"}, {"claim", "match claim"},
	{"decline", "match decline"}, {"follow", "match follow"}, {"matches", "match list"}, {"rematch", "match rematch"},
	{"resign", "match resign"}, {"takeback", "match takeback"}, {"match", "match board"},
	{"analyze", "study analyze"}, {"phase", "study phase"}, {"table", "study table"}, {"thresholds", "study thresholds"},
	{"replay", "review"}, {"export", "review files:true"}, {"variants", "play"}, {"end", "manage end-match"}, {"honour", "leaderboard honour"},
	{"leaderboard season:", "leaderboard season month:"}, {"leaderboard variant:puzzle-of-the-day", "leaderboard puzzles"}, {"leaderboard", "leaderboard ratings"},
	{"puzzle which:daily answer:", "puzzle today move:"}, {"puzzle which:mine answer:", "puzzle answer move:"}, {"puzzle which:any answer:", "puzzle answer move:"}, {"puzzle answer:", "puzzle answer move:"},
	{"puzzle which:daily", "puzzle today"}, {"puzzle which:mine", "puzzle mine"}, {"puzzle which:any", "puzzle new"},
	{"puzzle variant:", "puzzle new game:"}, {"puzzle game:", "puzzle new game:"}, {"puzzle level:", "puzzle new level:"}, {"puzzle any", "puzzle new"},
	{"puzzle solution:", "puzzle answer solution:"}, {"puzzle share:", "puzzle answer share:"}, {"puzzle id:", "puzzle answer id:"}, {"puzzle", "puzzle today"},
	{"privacy show", "settings privacy show"}, {"privacy delete", "settings privacy delete"}, {"privacy action:show", "settings privacy show"}, {"privacy action:delete", "settings privacy delete"}, {"privacy", "settings privacy show"},
	{"class action:sets", "class set list"}, {"class action:set", "class set create"}, {"class action:drop", "class set drop"}, {"class action:show", "class post"}, {"class action:", "class"},
	{"class id:", "class show id:"}, {"class name:", "class show name:"}, {"class", "class list"},
	{"tournament action:forbid", "tournament keep-apart"}, {"tournament action:", "tournament"},
	{"tournament id:", "tournament show id:"}, {"tournament name:", "tournament show name:"}, {"tournament", "tournament list"},
	{"settings name:server", "settings server"}, {"settings", "settings me"},
}

var optionSpellings = map[string]string{"variant": "game", "answer": "move"}

// respell rewrites a line without a slash if it is another spelling of a command. Words for a
// command with subcommands don't match a command without options if more words follow.
func respell(line string) string {
	typed := strings.Fields(line)
	if c, _ := Split(line); len(typed) > 0 && (c == nil || len(c.Subcommands) > 0) {
		for _, s := range spellings {
			rest, value, ok := without(typed, strings.Fields(s[0]))
			if !ok {
				continue
			}
			to := s[1]
			if value != "" && !strings.HasSuffix(to, ":") {
				to += " "
			}
			if meant, _ := Split(to + value); c == nil || len(rest) == 0 || meant == nil || len(meant.Visible()) > 0 || strings.Contains(rest[0], ":") {
				typed = append(strings.Fields(to+value), rest...)
			}
			break
		}
	}
	c, _ := Split(strings.Join(typed, " "))
	for i, word := range typed {
		name, value, found := strings.Cut(word, ":")
		if to := optionSpellings[name]; found && c != nil && c.Option(to) != nil {
			typed[i] = to + ":" + value
		}
	}
	return strings.Join(typed, " ")
}

// without takes the words of a spelling out of a line that has all of them. value is the typed
// value of its option.
func without(line, spelling []string) (rest []string, value string, ok bool) {
	if !strings.EqualFold(line[0], spelling[0]) {
		return nil, "", false
	}
	rest = slices.Clone(line[1:])
	for _, word := range spelling[1:] {
		at := slices.IndexFunc(rest, func(w string) bool {
			return strings.EqualFold(w, word) || strings.HasSuffix(word, ":") && words.HasPrefixFold(w, word)
		})
		if at < 0 {
			return nil, "", false
		}
		value += rest[at][len(word):]
		rest = slices.Delete(rest, at, at+1)
	}
	return rest, value, true
}
