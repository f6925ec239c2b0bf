package view

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"nimatron/commands/input"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
)

// Bounds on quoted texts, in characters.
const (
	MaxNotation = 300 // of a position
	MaxField    = 1000
)

// Code shows a notation in a fixed-width font.
func Code(notation string) string { return "`" + words.Cut(notation, MaxNotation) + "`" }

// SentenceStart gives a text a capital letter.
func SentenceStart(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(string(r)) + text[size:]
}

// Sentence turns the text of an error into a sentence, with a capital letter and a full stop.
func Sentence(text string) string {
	if text == "" {
		return text
	}
	return Stopped(SentenceStart(text))
}

// Stopped gives a text a full stop, unless it has one or the like, maybe within markup.
func Stopped(text string) string {
	n := len(text)
	for n > 0 && text[n-1] == '*' {
		n--
	}
	if n > 0 && !strings.ContainsAny(text[n-1:n], ".!?") {
		text += "."
	}
	return text
}

var noMarkup = strings.NewReplacer("`", "'", "*", "∗", "<#", "< #", "<t:", "< t:")

// Plain returns a person's text without mentions and markup.
func Plain(text string) string { return noMarkup.Replace(words.Quiet(text)) }

// PlayerName names a player in a reply; "" is a player who is not to be named.
func PlayerName(id string) string {
	switch p := (match.Player{ID: id}); {
	case id == "":
		return "somebody"
	case p.IsBot():
		return match.BotName
	case p.IsCrowd():
		return match.CrowdOf("").Name
	case p.Deleted():
		return "a deleted player"
	}
	return Mention(id)
}

// DecisionWords describes a decision, such as "@p1 took 2 from the right end". In the reverse games
// it also says whose turn it was.
func DecisionWords(g *referee.Game, d referee.Decision) string {
	actor, owner := PlayerName(g.Player(d.Turn.Actor).ID), PlayerName(g.Player(d.Turn.Owner).ID)
	share := ""
	switch {
	case d.Turn.Actor == d.Turn.Owner:
	case d.Turn.Decision == games.PlaceOnly:
		share = " for " + owner
	default:
		share = " on " + owner + "'s turn"
	}
	return fmt.Sprintf("%s %s%s", actor, g.Play.Variant().Say(g.Play.Start(), d.Step.Move), share)
}

// NextDecision is TurnText with the players' colours and a link to the live board.
func NextDecision(g *referee.Game) string { return nextDecision(g, ColouredName) + OpenBoard(g.ID) }

// TurnText says who decides next. In the reverse games it also says which half of the turn that
// is, and who decides the other.
func TurnText(g *referee.Game) string {
	return nextDecision(g, func(g *referee.Game, s games.Side) string { return PlayerName(g.Player(s).ID) })
}

func nextDecision(g *referee.Game, name func(*referee.Game, games.Side) string) string {
	p := g.Play.Position()
	turn := p.Turn()
	actor, owner := PlayerName(g.Player(turn.Actor).ID), PlayerName(g.Player(turn.Owner).ID)
	own := turn.Actor == turn.Owner
	switch {
	case turn.Decision == games.PlaceOnly && own:
		return fmt.Sprintf("**%s, name a pile.** %s then says how many you take from it.", actor, PlayerName(g.Player(turn.Owner.Other()).ID))
	case turn.Decision == games.PlaceOnly:
		return fmt.Sprintf("**%s, name a pile for %s**, who then says how many to take.", actor, owner)
	case turn.Decision == games.NumberOnly && own:
		return fmt.Sprintf("**%s, say how many** you take from the named pile.", actor)
	case turn.Decision == games.NumberOnly:
		return fmt.Sprintf("**%s, say how many %s takes** from the named pile.", actor, owner)
	case !own:
		return fmt.Sprintf("**%s, it's %s's turn, and you choose.**", actor, owner)
	}
	text := fmt.Sprintf("**%s, your turn.**", name(g, turn.Actor))
	if can := g.Play.Variant().Rules.Sides[turn.Actor]; can != "" {
		text += fmt.Sprintf(" You are %s: %s.", turn.Actor.Name(), can)
	}
	return text
}

// ExampleMoves are legal moves as people may type them: the first one and, if a pile can be split, a split.
func ExampleMoves(v *games.Variant, p games.Position) (examples []string) {
	n, split := 0, false
	for step := range p.Options() {
		if n++; n > examplesSought || split {
			break
		}
		if split = step.Move.Kind == games.Split; n == 1 || split {
			examples = append(examples, Typed(v, p, step.Move))
		}
	}
	return examples
}

// examplesSought bounds the moves among which ExampleMoves seeks a split. Boards of up to a
// thousand piles yield a removal from each pile before the first split.
const examplesSought = 1001

// ResultText says how a finished match ended, and by which rule.
func ResultText(g *referee.Game) string {
	if _, won := g.Victor(); won && g.Termination == match.Played {
		return OverText(g) + " " + g.Play.Variant().Rules.End
	}
	return OverText(g)
}

// OverText says who won a finished match and, unless it was played out, how it ended.
func OverText(g *referee.Game) string {
	winner, won := g.Victor()
	loser, _ := g.Loser()
	switch {
	case !won:
		return fmt.Sprintf("Match %d ended without a winner (%s).", g.ID, g.Termination)
	case g.Termination == match.Resigned:
		return fmt.Sprintf("**%s wins**: %s resigned.", PlayerName(winner.ID), PlayerName(loser.ID))
	case g.Termination == match.TimedOut && g.Leg == match.SecondLeg && len(g.Moves) == 0: // maybe nobody has played the pair
		return PlayerName(loser.ID) + " ran out of time."
	case g.Termination == match.TimedOut:
		return fmt.Sprintf("**%s wins**: %s ran out of time.", PlayerName(winner.ID), PlayerName(loser.ID))
	}
	return fmt.Sprintf("**%s wins.**", PlayerName(winner.ID))
}

// A reason after a tap describes its move in words, because tapping teaches no notation.

// Doing says a move in words, as in "taking 2 from pile 1".
func Doing(v *games.Variant, p games.Position, m games.Move) string { return v.Say(p, m).Doing() }

// InWords is the voice of a reason about p that says moves in words: "taking 2 from pile 1 leaves two equal piles".
func InWords(v *games.Variant, p games.Position) theory.Voice {
	return func(m games.Move, as theory.Mention) string {
		said := v.Say(p, m)
		switch as {
		case theory.Start:
			return SentenceStart(said.Doing())
		case theory.Aside:
			return ""
		case theory.Order:
			return said.Do()
		case theory.Means:
			return "by " + said.Doing()
		default:
			return said.Doing()
		}
	}
}

// VoiceOn is InWords on boards whose places have letters, because nobody who taps such a board has learnt its
// notation. On others it is nil, so that notation is written.
func VoiceOn(v *games.Variant, p games.Position) theory.Voice {
	if hasLetters(p.Shape()) {
		return InWords(v, p)
	}
	return nil
}

// IllegalText says why a move on p is refused. It suggests moves in words.
func IllegalText(v *games.Variant, p games.Position, e *games.IllegalMove) string {
	return Sentence(e.With(func(m games.Move) string {
		if m.Kind == games.Other {
			return m.Code()
		}
		return Code(v.Say(p, m).Do())
	}))
}

// Typed is a move as people may type it: in notation, or in words on boards with letters.
func Typed(v *games.Variant, p games.Position, m games.Move) string {
	if m.Kind != games.Other && hasLetters(p.Shape()) {
		return v.Say(p, m).Do()
	}
	return m.String()
}

// ReasonOn returns a reason with the voice of its board.
func ReasonOn(v *games.Variant, p games.Position, reason solver.Reason) solver.Reason {
	reason.Voice = VoiceOn(v, p)
	return reason
}

// WhyInWords is explain.Why with the move in words.
func WhyInWords(v *games.Variant, p games.Position, reason solver.Reason) string {
	reason.Voice = InWords(v, p)
	return explain.Why(v, reason)
}

// AdviceInWords is explain.Advice after a sentence that says the move.
func AdviceInWords(v *games.Variant, p games.Position, reason solver.Reason) string {
	words := InWords(v, p)
	reason.Voice = func(m games.Move, as theory.Mention) string {
		switch as {
		case theory.Subject:
			return "that"
		case theory.Start:
			return "That move"
		case theory.Order:
			return ""
		}
		return words(m, as)
	}
	return explain.Advice(v, reason)
}

// WinInWords says that the move of a reason wins, and why.
func WinInWords(v *games.Variant, p games.Position, reason solver.Reason) string {
	advice := AdviceInWords(v, p, reason)
	if strings.HasPrefix(advice, "That wins") { // it says so itself
		return SentenceStart(WhyInWords(v, p, reason))
	}
	return SentenceStart(Doing(v, p, reason.Move)) + " wins. " + advice
}

func hasLetters(s games.Shape) bool {
	switch s := s.(type) {
	case games.Graph, games.Grid:
		return true
	case games.Sum:
		return slices.ContainsFunc(s.Parts, func(p games.Part) bool { return hasLetters(p.Shape) })
	}
	return false
}

// ValueFields shows what is known about a value in sums. Whole is false if a part is too long to show.
func ValueFields(rows []explain.ValueRow) (fields []Field, whole bool) {
	whole = true
	for _, r := range rows {
		f := Field{Name: r.Name, Value: r.Value}
		switch n := utf8.RuneCountInString(f.Value); {
		case n > maxValue:
			f.Value, whole = fmt.Sprintf("%s, too long to show here", words.Count(n, "character")), false
		case strings.ContainsAny(f.Value, "*^{"): // otherwise this would be markup
			f.Value = Code(f.Value)
		}
		if r.Note != "" {
			f.Value += " (" + r.Note + ")"
		}
		fields = append(fields, f)
	}
	return fields, whole
}

const maxValue = 160

// mostCarried bounds a variant and position, escaped as in an address, that a button can carry and
// share.
const mostCarried = 48

// OfferWhole adds an action to a card that shows the whole reason. If the position is too long for
// a button, it attaches a file.
func OfferWhole(reply *Reply, v *games.Variant, p games.Position, whole []string) {
	if len(whole) <= 1 { // the short form is complete
		return
	}
	position := p.String()
	if len(url.QueryEscape(v.ID))+len(url.QueryEscape(position)) > mostCarried {
		reply.Files = append(reply.Files, File{Name: "why.txt", Data: []byte(strings.Join(whole, "\n") + "\n")})
		return
	}
	in := input.AnalyzeInput{PositionInput: input.PositionInput{Game: v, Position: input.Position(position)}, Full: true}
	reply.Card.Actions = append(reply.Card.Actions, Action{Label: "Why in full", Call: input.Analyze.With(in)})
}

// Duration writes a duration, such as "2 hours".
func Duration(d time.Duration) string {
	switch {
	case d%(24*time.Hour) == 0:
		return words.Count(int(d/(24*time.Hour)), "day")
	case d%time.Hour == 0:
		return words.Count(int(d/time.Hour), "hour")
	default:
		return words.Count(int(d/time.Minute), "minute")
	}
}

// Paces are all paces, in the order shown.
var Paces = []match.Pace{match.Live, match.Long}

// PaceName names the matches of a pace.
func PaceName(pace match.Pace) string {
	if pace == match.Live {
		return "Live"
	}
	return "Long"
}
