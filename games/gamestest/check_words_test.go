package gamestest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"nimatron/games"
)

// rules checks the texts about the variant.
func (s *suite) rules(t *testing.T) {
	v := s.variant
	if v.Family == nil {
		t.Fatal("Family is nil")
	}
	for name, text := range map[string]string{
		"ID": v.ID, "Name": v.Name, "Family.ID": v.Family.ID, "Family.Name": v.Family.Name,
		"Rules.Summary": v.Rules.Summary, "Rules.Turn": v.Rules.Turn, "Rules.End": v.Rules.End,
		"Rules.Moves": v.Rules.Moves, "Rules.Example": v.Rules.Example, "Words.Kind": v.Words.Kind,
	} {
		if strings.TrimSpace(text) == "" || text != strings.TrimSpace(text) {
			t.Errorf("%s is empty or has spaces around it: %q", name, text)
		}
	}
	if n := len(strings.Fields(v.Gist)); n < 3 || n > 9 || strings.HasSuffix(v.Gist, ".") {
		t.Errorf("Gist is %q, %d words: it is about six in a menu", v.Gist, n)
	}
	if n := utf8.RuneCountInString(v.Rules.Summary); n > 100 {
		t.Errorf("Rules.Summary has %d characters, more than 100", n)
	}
	if v.ID != strings.ToLower(v.ID) || strings.ContainsFunc(v.ID, unicode.IsSpace) {
		t.Errorf("ID %q is not lower case without spaces", v.ID)
	}
	if v.Parameter != 0 && strings.TrimSuffix(v.ID, "/misere") != fmt.Sprintf("%s/%d", v.Family.ID, v.Parameter) {
		t.Errorf("ID %q does not go with the parameter %d of %q", v.ID, v.Parameter, v.Family.ID)
	}
	p := s.parse(t, v.Rules.Example, games.Left)
	if p.String() != v.Rules.Example {
		t.Errorf("Rules.Example %q is not canonical: %q", v.Rules.Example, p)
	}
	if games.Over(p) {
		t.Errorf("Rules.Example %q is over", v.Rules.Example)
	}
}

// generate checks the random starts of all sizes.
func (s *suite) generate(t *testing.T) {
	for _, size := range games.Sizes {
		different := map[string]bool{}
		for seed := range uint64(100) {
			start := s.variant.Generate(random(seed), size)
			different[start] = true
			p := s.parse(t, start, games.Left)
			if p.String() != start {
				t.Errorf("%s, seed %d: %q is not canonical: %q", size, seed, start, p)
			}
			if games.Over(p) {
				t.Errorf("%s, seed %d: %q is over", size, seed, start)
			}
			if again := s.variant.Generate(random(seed), size); again != start {
				t.Errorf("%s, seed %d gives %q, then %q", size, seed, start, again)
			}
		}
		if fewest := size.Of(7, 20, 7); len(different) < fewest {
			t.Errorf("100 seeds give only %d different %s starts", len(different), size)
		}
	}
}

// garbageMoves are not moves on piles. On other boards they are moves only if a place has that
// name. Numbers near 2^64 must not wrap around to small ones.
var garbageMoves = []string{
	"", " ", "-", "--", "=", "+", "0", "-0", "zzz", "zzz-1", "move", "null", "NaN", "all all",
	"L", "R", "L-", "R-", "2-", "=1+1", "1=", "1=1", "1=1+", "1=+1",
	"L-0", "R-0", "1-0", "a-0", "A1-0", "0-1", "-1-1", "L--1", "R--1", "1--1", "1-1-1", "L-1-1", "L-1 R-1",
	"L-1.5", "1-1.5", "1.5", "1-½", "1-1e0", "1-0x1", "L-0x1", "L-+1", "1-+1",
	"L-18446744073709551617", "R-18446744073709551617", "1-18446744073709551617", "-18446744073709551617",
	"18446744073709551617-1", "18446744073709551617", "1-18446744073709551616", "1-9223372036854775809",
	"L-1000000000000000000000000000000", "1-1000000000000000000000000000000", "-1000000000000000000000000000000",
	"1=18446744073709551615+2", "1=18446744073709551617+1",
	"1-1\x00", "\x00", "1-1\n1-1", "L-1\x07", "\xff\xfe", "L-\xff", "<@123456789>", "@everyone", "```", "**1-1**",
	"take", "take from", "take 1 from", "take from 1", "take 1 from zzz", "split", "split 1", "split 1 1",
	"'; DROP TABLE matches; --", "🙂", "L-1🙂",
}

var otherKeyboard = strings.NewReplacer("1", "１", "2", "٢", "3", "३", " ", "\u00a0", "-", "−", "=", "＝", ":", "：", "/", "／", "+", "＋")

// garbageMoves plays texts that no game accepts, unless a legal move is written exactly so.
func (s *suite) garbageMoves(t *testing.T) {
	p := s.parse(t, otherKeyboard.Replace(s.variant.Rules.Example), games.Left)
	for step := range p.Options() {
		if m, err := p.Read(otherKeyboard.Replace(step.Move.String())); err != nil || m != step.Move {
			t.Errorf("%s is read as %s, %v", step.Move, m, err)
		}
	}
	moves := append(garbageMoves,
		strings.Repeat("1", 10_000), "1-"+strings.Repeat("0", 10_000)+"1", strings.Repeat("L-1 ", 5_000))
	for _, move := range moves {
		step, err := Play(p, move)
		if err == nil {
			if s.named || step.Move.String() != move {
				t.Errorf("%.60q is played as %q", move, step.Move)
			}
			continue
		}
		checkIllegal(t, p, move, err)
	}
	if got := p.String(); got != s.variant.Rules.Example {
		t.Errorf("refused moves changed the position to %q", got)
	}
}

// maxWords bounds the characters of a move in words.
const maxWords = 120

// checkSay returns a move in words. They continue a sentence that begins with a name, so they have
// one line and no full stop.
func (s *suite) checkSay(t *testing.T, p games.Position, m games.Move) string {
	t.Helper()
	said := s.variant.Say(p, m).String()
	letter, _ := utf8.DecodeRuneInString(said)
	switch {
	case !unicode.IsLower(letter), said != strings.TrimSpace(said), strings.HasSuffix(said, "."):
		t.Errorf("%s is said as %q: want the rest of a sentence, without its full stop", m, said)
	case utf8.RuneCountInString(said) > maxWords, strings.ContainsFunc(said, unicode.IsControl), strings.Contains(said, "`"):
		t.Errorf("%s is said as %q: want at most %d characters on one line, without backticks", m, said, maxWords)
	}
	return said
}

// checkIllegal checks the error of a refused move: its type, that people can read it, and that it
// says what would be legal.
func checkIllegal(t *testing.T, p games.Position, move string, err error) {
	t.Helper()
	var illegal *games.IllegalMove
	if !errors.As(err, &illegal) {
		t.Errorf("%s: the error of %.60q is a %T, not a *games.IllegalMove", describe(p), move, err)
		return
	}
	checkWords(t, move, illegal.Error())
	if games.Over(p) {
		return
	}
	for _, m := range illegal.Such {
		if _, err := p.Play(m); err != nil {
			t.Errorf("%s: the reason against %.60q suggests the illegal %q: %q", describe(p), move, m, illegal.Error())
		}
	}
	if len(illegal.Such) == 0 && !strings.ContainsAny(illegal.Error(), "0123456789") {
		t.Errorf("%s: %.60q is refused, but the refusal does not say what is legal: %q", describe(p), move, illegal.Error())
	}
}

// checkWords checks that the error for text can be shown to people.
func checkWords(t *testing.T, text, reason string) {
	t.Helper()
	if strings.TrimSpace(reason) == "" {
		t.Errorf("%.60q is refused without a reason", text)
	}
	if n := utf8.RuneCountInString(reason); n > 400 {
		t.Errorf("the reason against %.60q has %d characters: %.100q…", text, n, reason)
	}
	if !utf8.ValidString(reason) || strings.ContainsFunc(reason, unicode.IsControl) || strings.Contains(reason, "```") {
		t.Errorf("the reason against %.60q is not fit to be shown: %q", text, reason)
	}
}

// garbagePositions are not positions of piles. On other boards they are positions only if written
// exactly so.
var garbagePositions = []string{
	"", " ", ",", "zz yy", "-1", "+1", "3 -1 2", "1.5", "1e3", "0x3", "3 5 x", "½",
	"1000000000000000001", "18446744073709551617", "18446744073709551621 1", "1000000000000000000000000000000",
	"[", "]", "[]", "[ ]", "[3", "3]", "3 [", "[[3]]", "[3] [5]", "[3 5]", "[0]", "3 ]5[ 2",
	"001 1", "1 01", "00", ",,,1,,,1", "1,,1", "1,", ",1", "(3", "3)", "3(", "/", "3 /", ";", "=", "a=", "a=1 a=2", "*",
	"3\x005", "\xff", "<@123456789>", "```", "🙂", "3 5 2🙂",
}

// zeros are positions of numbered piles with their printed forms. Emptied piles stay.
var zeros = map[string]string{"0 0": "0", "3 0 2": "3 0 2", "0, 3": "0 3", "3 0": "3 0"}

// garbagePositions parses invalid positions.
func (s *suite) garbagePositions(t *testing.T) {
	texts := append(garbagePositions,
		strings.Repeat("9", 10_000), strings.Repeat("1 ", 2_000), strings.Repeat("[", 10_000))
	for text, printed := range zeros {
		if s.named && s.oracle.Model().Ordered {
			texts = append(texts, text)
		} else if p, err := s.variant.Parse(text, games.Left); s.named && s.oracle.Model().Piles > 1 && (err != nil || p.String() != printed) {
			t.Errorf("%q is read as %s, %v; want %q", text, p, err, printed)
		}
	}
	for _, text := range texts {
		p, err := s.variant.Parse(text, games.Left)
		if err == nil {
			if s.named || p.String() != text {
				t.Errorf("%.60q is read as %.60q", text, p)
			}
			continue
		}
		var bad *games.BadPosition
		if !errors.As(err, &bad) {
			t.Errorf("the error of %.60q is a %T, not a *games.BadPosition", text, err)
			continue
		}
		checkWords(t, text, bad.Error())
		if help := strings.ReplaceAll(bad.Error(), games.Quote(text), ""); !strings.ContainsAny(help, "0123456789`") {
			t.Errorf("%.60q is refused, but the refusal does not say what is right: %q", text, bad.Error())
		}
		if bad.Example != "" {
			s.parse(t, bad.Example, games.Left)
		}
	}
}
