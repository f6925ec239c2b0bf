package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/commands"
)

func TestParseLine(t *testing.T) {
	for line, want := range map[string]string{
		"/analyze end-nim 3 5 2":                     "analyze map[position:3 5 2 variant:end-nim]",
		"/analyze variant:end-nim 3 5 2":             "analyze map[position:3 5 2 variant:end-nim]",
		"/analyze end-nim position:3 5 2":            "analyze map[position:3 5 2 variant:end-nim]",
		"/analyze position:3 5 2 variant:end-nim":    "analyze map[position:3 5 2 variant:end-nim]",
		"/analyze end-nim":                           "analyze map[variant:end-nim]",
		"/table end-nim _ 4 _ n:7":                   "table map[n:7 pattern:_ 4 _ variant:end-nim]",
		"/challenge end-nim first:me":                "challenge map[first:me variant:end-nim]",
		"/challenge end nim":                         "challenge map[variant:end nim]",
		"/challenge variant:end-nim position: 3 5 2": "challenge map[position:3 5 2 variant:end-nim]",
		"/rules Split-Nim/4":                         "rules map[variant:Split-Nim/4]",
		"/help challenge":                            "help map[command:challenge]",
		"/resign sure":                               "resign map[sure:true]",
		"/challenge nim rated":                       "challenge map[rated:true variant:nim]",
		"/puzzle mine":                               "puzzle map[which:mine]",
		"/puzzle answer:2=3+4":                       "puzzle map[answer:2=3+4]",
		"L 3":                                        "say map[text:L 3]",
		"":                                           "say map[text:]",
		"help":                                       "help map[]",
		"Move L 3":                                   "move map[move:L 3]",
		"analyze end-nim 3 5 2":                      "analyze map[position:3 5 2 variant:end-nim]",
		"helpless":                                   "say map[text:helpless]",
		"/analyze depot-nim a=3 b=2 c=4; *-a a-b":    "analyze map[position:a=3 b=2 c=4; *-a a-b variant:depot-nim]",
		"/challenge variant:nim level:perfectfirst:me": "There has to be a space before `first:` in `level:perfectfirst:me`.",
		"/challenge variant:nim position:1 2first:me":  "There has to be a space before `first:` in `2first:me`.",
		"/challenge nimlevel:casual":                   "There has to be a space before `level:` in `nimlevel:casual`.",
		"/table end-nimpattern:_ 4 _":                  "There has to be a space before `pattern:` in `end-nimpattern:_`.",
		"/challenge variant:nim colour:red":            "`/challenge` has no option `colour:`",
		"/challenge variant:nim variant:nim":           "`variant:` is given twice",
		"/matches now":                                 "`/matches` takes no options.",
		"/profile ann user:bob":                        "`user:` is given twice",
		"/puzzle yours":                                "Say which option `yours` is for",
	} {
		command, options, err := commands.ParseLine(line)
		got := fmt.Sprint(command, " ", options)
		if err != nil {
			got = err.Error()
		}
		if got != want && !(err != nil && strings.HasPrefix(got, want)) {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

// An example match is played to its end, and shows a split where piles can be split.
func TestExamples(t *testing.T) {
	r := newRoom(t)
	for _, v := range r.referee.Catalog().All() {
		r.refuses("p1", "/rules "+v.ID, " wins.")
	}
	for _, q := range []string{"4", "3", "1", "-1", "-3", "100", "-100", "999999999999999997"} {
		if said := text(r.refuses("p1", "/rules split-nim/"+q, " wins.")); !strings.Contains(said, "Ann         1=") {
			t.Errorf("no pile is split:\n%s", said)
		}
	}
	r.refuses("p1", "/rules split-nim/1000000000000000000", " wins.")
}
