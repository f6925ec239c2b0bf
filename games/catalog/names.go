package catalog

import (
	"slices"
	"strings"
	"unicode"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/internal/words"
)

// A Name is what people call a game that is here, or one that is not.
type Name struct {
	Title string
	// Is says in a sentence what the game is here; it is empty if the game is not here.
	Is string
	// Variant is the game's ID, and Position its start; without one a start is drawn.
	Variant, Position string
	// Second reports whether the second player wins from Position.
	Second bool
	// Closest has the IDs of up to three games like one that is not here.
	Closest []string
	// also are other names, in any language. Words such as "the" and "game" don't count.
	also []string
}

// Lacking says that a game is not here, and which are closest, as write writes their IDs.
func (n *Name) Lacking(write func(id string) string) string {
	return "I don't have " + n.Title + ". Closest: " + words.And(words.Each(n.Closest, write)) + "."
}

// here has the names of games that can be played, absent those of others.
var (
	here = []Name{
		{Title: "The 21 game", Variant: "nim/max/3", Position: "21",
			Is:   "The 21 game is Bounded Nim: take 1, 2 or 3 from one pile of 21. The last counter wins.",
			also: []string{"21", "twenty one", "21 matches", "21 sticks", "21 streichhölzer", "21er spiel", "21 palillos", "21 palitos", "21ゲーム", "count to 21", "race to 21"}},
		{Title: "21 loses", Variant: "nim/max/3/misere", Position: "21", Second: true,
			Is:   "Whoever has to say 21 loses: that is Bounded Nim from 21 in which the last counter loses.",
			also: []string{"say 21", "not 21", "misere 21", "21 misere"}},
		{Title: "The 100 game", Variant: "nim/max/10", Position: "100",
			Is:   "Counting to 100 by 1 to 10 is Bounded Nim: take 1 to 10 from one pile of 100. The last counter wins.",
			also: []string{"100", "one hundred", "count to 100", "race to 100", "course a 100", "carrera a 100", "corrida ate 100", "wettlauf bis 100", "100ゲーム"}},
		{Title: "Race to 20", Variant: "nim/max/2", Position: "20",
			Is:   "The race to 20 by 1 or 2 is Bounded Nim: take 1 or 2 from one pile of 20. The last counter wins.",
			also: []string{"20", "course a 20", "carrera a 20", "corrida ate 20", "wettlauf bis 20"}},
		{Title: "Fort Boyard's sticks", Variant: "nim/max/3/misere", Position: "20",
			Is:   "The sticks of Fort Boyard are Bounded Nim: take 1, 2 or 3 of 20. The last one loses.",
			also: []string{"fort boyard", "batonnets", "bâtonnets", "jeu des bâtonnets"}},
		{Title: "Dr. Nim", Variant: "nim/max/3", Position: "15",
			Is:   "Dr. Nim is Bounded Nim: take 1, 2 or 3 from one pile of 15. The last counter wins.",
			also: []string{"dr nim", "doctor nim"}},
		{Title: "Bounded Nim", Variant: "nim/max/3",
			Is:   "Bounded Nim is here for every bound: `nim/max/3` takes 1 to 3 from a pile.",
			also: []string{"subtraction", "take away", "takeaway", "bachet", "bachets", "subtraktion", "soustraction", "resta", "subtração", "subtracao", "引き算"}},
		{Title: "Marienbad", Variant: "nim/misere", Position: "1 3 5 7", Second: true,
			Is:   "Marienbad is Nim from 1 3 5 7 in which the last counter loses.",
			also: []string{"last year at marienbad", "マリエンバート", "マリエンバード"}},
		{Title: "Last stick loses", Variant: "nim/misere", Position: "3 4 5",
			Is: "“Last stick loses” is Nim in which the last counter loses.",
			also: []string{"last match loses", "last one loses", "matchstick", "matchsticks", "matches", "pearls before swine", "perlen vor die säue",
				"streichholz", "streichhölzer", "das letzte streichholz verliert", "allumettes", "cerillas", "palillos", "palitos", "マッチ棒"}},
		{Title: "3-5-7", Variant: "nim", Position: "3 5 7",
			Is:   "3-5-7 is Nim with piles of 3, 5 and 7.",
			also: []string{"3 5 7", "three five seven", "trois cinq sept", "drei fünf sieben"}},
		{Title: "Lasker's Nim", Variant: "split-nim/0",
			Is:   "Lasker's Nim is Split-0-Nim: take from a pile, or split it in two.",
			also: []string{"lasker", "laskers", "lasker nim", "nim lasker", "laskers nim", "ラスカー"}},
		{Title: "Fibonacci Nim", Variant: "fibonacci-nim",
			Is:   "Fibonacci Nim is one pile: first not all of it, then at most twice what the last move took.",
			also: []string{"fibonacci", "nim fibonacci", "フィボナッチ"}},
	}
	absent = []Name{
		{Title: "Wythoff's game", Closest: []string{"nim", "fibonacci-nim"}, also: []string{"wythoff", "wythoffs", "wythoff nim", "corner the lady", "queens", "tsyanshidzi", "fan tan", "捡石子", "ワイトホフ"}},
		{Title: "Nimbi", Closest: []string{"nim/misere", "forklift-nim"}},
		{Title: "Tac Tix", Closest: []string{"nim/misere", "forklift-nim"}, also: []string{"tactix", "bulo"}},
		{Title: "Grundy's game", Closest: []string{"split-nim/0"}, also: []string{"grundy", "grundys", "グランディ"}},
		{Title: "Kayles", Closest: []string{"nim/max/2", "split-nim/0"}, also: []string{"quilles", "kegel", "bolos", "ケイレス"}},
		{Title: "Dawson's Kayles", Closest: []string{"split-nim/0"}, also: []string{"dawson", "dawsons", "dawsons chess"}},
		{Title: "Northcott's game", Closest: []string{"nim"}, also: []string{"northcott", "northcotts"}},
		{Title: "Moore's Nim", Closest: []string{"nim"}, also: []string{"moore", "moores nim", "moore nim"}},
		{Title: "Nimble", Closest: []string{"nim"}, also: []string{"staircase nim", "silver dollar", "poker nim", "mock turtles", "turning turtles"}},
		{Title: "Euclid's game", Closest: []string{"fibonacci-nim", "nim"}, also: []string{"euclid", "euclids", "euklid"}},
		{Title: "Chomp", Closest: []string{"forklift-nim", "nim"}, also: []string{"chocolate", "schokolade", "chocolat", "チョンプ"}},
		{Title: "Hackenbush", Closest: []string{"coloured-depot-nim", "tree-nim"}, also: []string{"green hackenbush", "ハッケンブッシュ"}},
		{Title: "Dots and Boxes", Closest: []string{"forklift-nim", "tree-nim"}, also: []string{"käsekästchen", "pipopipette", "timbiriche", "pontinhos"}},
		{Title: "Sprouts", Closest: []string{"depot-nim", "tree-nim"}},
		{Title: "Domineering", Closest: []string{"forklift-nim", "partizan-end-nim"}},
		{Title: "Cram", Closest: []string{"forklift-nim"}},
		{Title: "Col", Closest: []string{"partizan-end-nim"}},
		{Title: "Snort", Closest: []string{"partizan-end-nim"}},
		{Title: "Toads and Frogs", Closest: []string{"partizan-end-nim"}},
		{Title: "Tic-Tac-Toe", Closest: []string{"nim/max/3", "nim"}, also: []string{"tic tac toe", "tictactoe", "noughts and crosses", "drei gewinnt", "morpion", "tres en raya", "velha", "三目並べ", "まるばつ"}},
		{Title: "Connect Four", Closest: []string{"end-nim", "nim"}, also: []string{"connect 4", "vier gewinnt", "puissance 4", "cuatro en raya", "ligue 4"}},
		{Title: "Chess", Closest: []string{"nim", "end-nim"}, also: []string{"schach", "échecs", "echecs", "ajedrez", "xadrez", "チェス", "将棋"}},
		{Title: "Go", Closest: []string{"forklift-nim", "nim"}, also: []string{"baduk", "weiqi", "囲碁"}},
		{Title: "Checkers", Closest: []string{"nim", "end-nim"}, also: []string{"draughts", "dame", "dames", "damas"}},
		{Title: "Mancala", Closest: []string{"nim", "end-nim"}, also: []string{"kalah", "awele", "awalé"}},
	}
)

// Titled returns what people call a game from a start: The 21 game, or else the game's own name. Nim stays Nim.
func Titled(v *games.Variant, start string) string {
	for i := range here {
		if n := &here[i]; n.Variant == v.ID && n.Position == start && v != nim.Normal {
			return n.Title
		}
	}
	return v.Name
}

// idle are words of names that don't count: articles, and "game" in some languages.
var idle = setOf("the a an das der die ein von le la les l un une jeu de des du el los las un juego del o os um jogo do dos game games of spiel ゲーム の")

func isGame(word string) bool { return gameWords[word] }

var gameWords = setOf("game games spiel jeu juego jogo ゲーム")

func setOf(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

func wordsOf(text string) []string { return wordsIn(fold(text)) }

func wordsIn(folded string) []string {
	text := strings.ReplaceAll(folded, "'s", "s")
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != 'ー' })
}

func key(all []string) string {
	kept := slices.DeleteFunc(slices.Clone(all), func(word string) bool { return idle[word] })
	return strings.Join(kept, "")
}

var called = func() map[string]*Name {
	names := map[string]*Name{}
	for _, list := range [][]Name{here, absent} {
		for i := range list {
			for _, text := range append([]string{list[i].Title}, list[i].also...) {
				if k := key(wordsIn(strings.ToLower(text))); names[k] == nil {
					names[k] = &list[i]
				}
			}
		}
	}
	return names
}()

// Called returns what people call by this name, nil for an unknown one.
func Called(text string) *Name {
	if len(text) > 64 {
		return nil
	}
	return called[key(wordsOf(text))]
}

// Mentioned returns the game whose name stands in a sentence, nil for none. A number alone is none;
// "the 21 game" is.
func Mentioned(text string) *Name {
	const longest = 6
	all := wordsOf(text)
	for n := min(longest, len(all)); n > 0; n-- {
		for i := range len(all) - n + 1 {
			part := all[i : i+n]
			k := key(part)
			number := strings.Trim(k, "0123456789") == ""
			if name := called[k]; name != nil && (number && slices.ContainsFunc(part, isGame) || !number && len(k) > 2) {
				return name
			}
		}
	}
	return nil
}

// Names returns the names with a part that is typed, those of games that are here first.
func Names(typed string) (names []*Name) {
	k := key(wordsOf(typed))
	if k == "" {
		return nil
	}
	for _, list := range [][]Name{here, absent} {
		for i := range list {
			if slices.ContainsFunc(append([]string{list[i].Title}, list[i].also...), func(text string) bool { return strings.HasPrefix(key(wordsOf(text)), k) }) {
				names = append(names, &list[i])
			}
		}
	}
	return names
}
