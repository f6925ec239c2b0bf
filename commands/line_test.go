package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/commands"
)

func TestParseLine(t *testing.T) {
	for line, want := range map[string]string{
		"/study analyze end-nim 3 5 2":               "study analyze map[game:end-nim position:3 5 2]",
		"/study analyze game:end-nim 3 5 2":          "study analyze map[game:end-nim position:3 5 2]",
		"/study analyze end-nim position:3 5 2":      "study analyze map[game:end-nim position:3 5 2]",
		"/study analyze position:3 5 2 game:end-nim": "study analyze map[game:end-nim position:3 5 2]",
		"/study analyze end-nim":                     "study analyze map[game:end-nim]",
		"/challenge end-nim first:me":                "challenge map[first:me game:end-nim]",
		"/challenge end nim":                         "challenge map[game:end nim]",
		"/challenge game:end-nim position: 3 5 2":    "challenge map[game:end-nim position:3 5 2]",
		"/rules Split-Nim/4":                         "rules map[game:Split-Nim/4]",
		"/help challenge":                            "help map[topic:challenge]",
		"/match resign sure":                         "match resign map[sure:true]",
		"/challenge nim rated":                       "challenge map[game:nim rated:true]",
		"/puzzle mine":                               "puzzle mine map[]",
		"/puzzle answer move:2=3+4":                  "puzzle answer map[move:2=3+4]",
		"L 3":                                        "say map[text:L 3]",
		"":                                           "say map[]",
		"help":                                       "help map[]",
		"Move L 3":                                   "move map[move:L 3]",
		"study analyze end-nim 3 5 2":                "study analyze map[game:end-nim position:3 5 2]",
		"analyze end-nim 3 5 2":                      "say map[text:analyze end-nim 3 5 2]",
		"Accept":                                     "match accept map[]",
		"accept the world":                           "say map[text:accept the world]",
		"/accept":                                    "match accept map[]",
		"/resign":                                    "match resign map[]",
		"I give up!":                                 "match resign map[]",
		"help me":                                    "help map[]",
		"challenge nim 3 5 7":                        "challenge map[game:nim 3 5 7]",
		"play nim 3 5 7":                             "challenge map[game:nim 3 5 7]",
		"play end nim 3, 5, 7":                       "challenge map[game:end nim 3, 5, 7]",
		"play nim":                                   "play map[game:nim]",
		"/challenge nim 3 5 7":                       "challenge map[game:nim 3 5 7]",
		"nim 3 5 7":                                  "challenge map[game:nim 3 5 7]",
		"challenge nim 3 5 7 opponent:@bob":          "challenge map[game:nim 3 5 7 opponent:@bob]",
		"let's play 21":                              "play map[game:21]",
		"play 2-3":                                   "say map[text:play 2-3]",
		"play hard":                                  "challenge map[game:nim level:strong]",
		"Play with <@12>":                            "challenge map[opponent:<@12>]",
		"play end nim against @bob":                  "challenge map[game:end nim opponent:@bob]",
		"rules of end nim":                           "rules map[game:end nim]",
		"how do I play End-Nim?":                     "rules map[game:end-nim]",
		"race please":                                "race start map[]",
		"start a race":                               "race start map[]",
		"I need a hint please":                       "hint map[]",
		"whose turn is it?":                          "match board map[]",
		"Ich gebe auf":                               "match resign map[]",
		"delete my data":                             "settings privacy delete map[]",
		"thanks!":                                    "delete-reply map[]",
		"say 1":                                      "say map[text:say 1]",
		"more stones":                                "say map[text:more stones]",
		"hint me up":                                 "say map[text:hint me up]",
		"Rules":                                      "rules map[]",
		"rules nim":                                  "rules map[game:nim]",
		"settings me pictures:off":                   "settings me map[name:pictures value:off]",
		"/settings me pictures: off":                 "settings me map[name:pictures value:off]",
		"settings me name:pictures value:off":        "settings me map[name:pictures value:off]",
		"Accept and go first":                        "match accept map[first:me]",
		"take that back":                             "match takeback map[]",
		"Pile 1: take 1":                             "say map[text:Pile 1: take 1]",
		"helpless":                                   "say map[text:helpless]",
		"/study analyze depot-nim a=3 b=2 c=4; *-a a-b": "study analyze map[game:depot-nim position:a=3 b=2 c=4; *-a a-b]",
		"/challenge game:nim level:perfectfirst:me":     "Put a space before `first:` in `level:perfectfirst:me`.",
		"/challenge game:nim position:1 2first:me":      "Put a space before `first:` in `2first:me`.",
		"/challenge nimlevel:casual":                    "Put a space before `level:` in `nimlevel:casual`.",
		"/challenge game:nim colour:red":                "`/challenge` has no option `colour:`",
		"/challenge game:nim game:nim":                  "`game:` is given twice",
		"/match list now":                               "`/match list` takes no options.",
		"/profile ann user:bob":                         "`user:` is given twice",
		"/puzzle yours":                                 "`/puzzle` is followed by one of: `today`,",
		"/match zzz":                                    "`/match` is followed by one of: `",
		"/class set create set:Piles positions:nim 3 5 | Which answer: this?": "class set create map[positions:nim 3 5 | Which answer: this? set:Piles]",
		"/challenge nim answer:this":                                          "`/challenge` has no option `answer:`",
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

// An example match is played to its end. It shows a split if the game has splits.
func TestExamples(t *testing.T) {
	r := newRoom(t)
	for _, v := range r.referee.Catalog().All() {
		r.refuses("p1", "/rules "+v.ID, " wins.")
	}
	for _, q := range []string{"4", "3", "1", "-1", "-3", "100", "-100", "999999999999999997"} {
		if said := text(r.refuses("p1", "/rules split-nim/"+q, " wins.")); !strings.Contains(said, "Ann split pile 1") {
			t.Errorf("no pile is split:\n%s", said)
		}
	}
	r.refuses("p1", "/rules split-nim/1000000000000000000", " wins.")
}
