package view

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/input"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/solver"
)

// An Ending is a match that is over.
type Ending struct {
	Game *referee.Game
	// Review is nil if the end shows no review.
	Review *judge.Review
	// Better is the winning move at the turning point, zero for none.
	Better games.Move
	// Unplayed is true if nobody moved in either game of the pair.
	Unplayed bool
	// Why explains Better, as the rest of a sentence. It is empty without Better.
	Why string
}

// TurningPoint returns the last position that the loser could have won, and the number of moves before it.
// There the match ended, or the next move lost the win. The position is nil if there is none.
func TurningPoint(g *referee.Game, review *judge.Review) (step int, p games.Position) {
	winner, ok := g.Winner.Side()
	if !ok || review == nil {
		return 0, nil
	}
	switch cause, number := review.CauseOf(winner.Other()); cause {
	case judge.LetGo:
		return number - 1, review.Decisions[number-1].Position
	case judge.StoppedWinning:
		return len(review.Decisions), review.Final
	}
	return 0, nil
}

// TurningPoint is the turning point if a person lost: mistakes of the bot teach nobody.
func (e Ending) TurningPoint() (step int, p games.Position) {
	if e.byPerson() && e.Game.AgainstBot() {
		return 0, nil
	}
	return TurningPoint(e.Game, e.Review)
}

// Explain sets Better and Why if the loser could have won.
func (e *Ending) Explain(ctx context.Context, s *solver.Solver) {
	v := e.Game.Play.Variant()
	step, p := e.TurningPoint()
	var reason solver.Reason
	var err error
	switch {
	case p == nil:
		return
	case step < len(e.Review.Decisions):
		reason, err = s.ExplainMove(ctx, v, p, e.Review.Decisions[step].Better)
	case match.Seated(p.Turn().Actor) != e.Game.Winner:
		reason, err = s.Explain(ctx, v, p)
	default:
		return
	}
	if err == nil {
		reason.Done = true
		e.Better, e.Why = reason.Move, WhyInWords(v, p, reason)
	}
}

func (e Ending) byPerson() bool {
	winner, won := e.Game.Victor()
	return won && !winner.IsBot() && !e.Unplayed
}

// Card shows the end: the winner, a review, the turning point, and ways to go on.
func (e Ending) Card(l Look) *Card {
	card := &Card{Title: e.title(), Tone: Finished, Body: strings.Join(e.lines(), "\n"), Footer: strings.Join(e.facts(), " · ")}
	if e.byPerson() {
		card.Tone = Won
	}
	rematch := Action{Label: "Rematch", Call: input.Rematch.Call(), Style: Success}
	if e.Review == nil || len(e.Review.Decisions) == 0 && e.Why == "" {
		card.Actions = []Action{rematch}
		return card
	}
	step, turning := e.TurningPoint()
	switch {
	case turning == nil:
		step = len(e.Review.Decisions)
		review := Action{Label: "Review", Call: input.Review.With(input.ReviewInput{Match: input.MatchNumber(e.Game.ID)})}
		card.Actions = []Action{rematch, review}
	default:
		show := MistakeAction(e.Game, step+1, "Show me where")
		show.Style = Primary
		card.Actions = []Action{show, rematch}
	}
	card.Picture = l.Of(endingPicture(e, step, turning, l.Style))
	course := courseOf(e.Game, e.Review, -1)
	if turning != nil && step < len(e.Review.Decisions) {
		course.Turn = step + 1
		card.Drawing = l.Drawn(turning.Shape()) + "\n"
	}
	card.Drawing += course.Text()
	return card
}

func (e Ending) title() string {
	name := TitleOf(e.Game)
	winner, won := e.Game.Winner.Side()
	switch {
	case e.Unplayed:
		return "Nobody played · " + name
	case won:
		who := match.BotName + " won"
		if e.byPerson() {
			who = e.name(winner) + " won!"
		}
		title := who + " · " + name
		if n := len(e.Game.Moves); n > 0 {
			title += ", " + words.Count(n, "move")
		}
		return title
	case e.Game.Termination == match.Cancelled:
		return "Called off · " + name
	}
	return SentenceStart(e.Game.Termination.String()) + " · " + name
}

func (e Ending) lines() []string {
	winner, won := e.Game.Winner.Side()
	loser := winner.Other()
	switch {
	case e.Game.Termination == match.ChannelGone:
		return []string{"Nobody won, because the channel is gone."}
	case !won:
		return []string{"Nobody won."}
	case e.Review == nil:
		return lines(e.ended(loser, "."))
	case !e.Game.AgainstBot():
		return append(lines(e.ofLoser(loser), e.ofWinner(winner)), unprovedText(e.Review)...)
	case e.Game.Human() == winner:
		return append(lines(e.ended(loser, "."), e.ofWinner(winner)), unprovedText(e.Review)...)
	}
	return append(lines(e.ofLoser(loser)), unprovedText(e.Review)...)
}

func lines(texts ...string) (said []string) {
	for _, text := range texts {
		if text != "" {
			said = append(said, text)
		}
	}
	return said
}

func (e Ending) name(side games.Side) string {
	switch {
	case !e.Game.AgainstBot():
		return PlayerName(e.Game.Player(side).ID)
	case side == e.Game.Human():
		return "You"
	}
	return "I"
}

// ended says how the loser ended the match, with what follows; "" if it was played out.
func (e Ending) ended(loser games.Side, then string) string {
	switch e.Game.Termination {
	case match.Resigned:
		return e.name(loser) + " resigned" + then
	case match.TimedOut:
		return e.name(loser) + " ran out of time" + then
	}
	return ""
}

func (e Ending) ofLoser(side games.Side) string {
	name, they, their := e.name(side), "They", "here's how: "
	if e.Game.AgainstBot() {
		they, their = "You", ""
	}
	text, found := e.ended(side, "."), e.Review.Found(side)
	lead := name
	if text != "" {
		lead = they
	}
	cause, number := e.Review.CauseOf(side)
	switch {
	case cause == judge.StoppedWinning:
		return e.because(e.ended(side, ", but could still have won"), "")
	case len(e.Review.Decisions) == 0:
		return text + " No moves were made."
	case cause == judge.LetGo:
		return e.because(strings.TrimSpace(text+" "+lead+" "+missed(found, number)), their)
	case cause == judge.NeverWon:
		said := "The position was already lost."
		if e.Game.AgainstBot() && !e.Game.Rated {
			said += " In a rematch you get the winning side."
		}
		return strings.TrimSpace(text + " " + said)
	case found.Wins > 0:
		return strings.TrimSpace(text + " " + lead + " " + FoundText(found) + ", as far as I know.")
	}
	return text
}

// missed counts missed chances, to follow a player's name. last is the number of the last such move.
func missed(f match.Found, last int) string {
	switch {
	case f.Wins == 1:
		return fmt.Sprintf("had **1 chance** to win and missed it, at move %d", last)
	case f.Kept == 0:
		return fmt.Sprintf("had **%d chances** to win and missed them, the last at move %d", f.Wins, last)
	}
	return fmt.Sprintf("had **%d chances** to win and found %d, but not the one at move %d", f.Wins, f.Kept, last)
}

func (e Ending) because(sentence, lead string) string {
	if e.Why == "" {
		return sentence + "."
	}
	stop := ": "
	if lead != "" {
		stop, lead = ". ", SentenceStart(lead)
	}
	return sentence + stop + lead + e.Why
}

func (e Ending) ofWinner(side games.Side) string {
	name, f := e.name(side), e.Review.Found(side)
	cause, number := e.Review.CauseOf(side.Other())
	text := ""
	switch {
	case e.moves(side) == 0:
		return ""
	case cause == judge.NeverWon && f.Wins == 0:
		return name + " had the win from the start."
	case cause == judge.NeverWon:
		return name + " had the win from the start and found **every chance** to keep it."
	case f.Wins == 0 && e.Review.Unsettled() > 0:
		return ""
	case f.Wins == 0:
		text = name + " had only easy choices."
	case f.Kept == f.Wins:
		text = name + " found **every chance** to win."
	default:
		text = name + " " + missed(f, e.lastMissed(side)) + "."
	}
	if e.Game.AgainstBot() && cause == judge.LetGo {
		text += fmt.Sprintf(" My move %d gave you the win.", number)
	}
	return text
}

func (e Ending) moves(side games.Side) (n int) {
	for i := range e.Review.Decisions {
		if p := e.Review.Decisions[i].Position; p != nil && p.Turn().Actor == side {
			n++
		}
	}
	return n
}

func (e Ending) lastMissed(side games.Side) (last int) {
	for _, number := range e.Review.Mistakes() {
		if e.Review.Decisions[number-1].Position.Turn().Actor == side {
			last = number
		}
	}
	return last
}

func (e Ending) facts() (facts []string) {
	g := e.Game
	of := func(side games.Side, text string) {
		if !g.AgainstBot() {
			text = PlayerName(g.Player(side).ID) + ": " + text
		}
		facts = append(facts, text)
	}
	for _, side := range []games.Side{games.Left, games.Right} {
		if g.Player(side).IsBot() {
			continue
		}
		if e.Review != nil && g.AgainstBot() { // otherwise their sentences say so
			if f := e.Review.Found(side); f.Wins > 0 {
				of(side, SentenceStart(FoundText(f)))
			}
		}
		if hints := g.Sides[side].Hints; hints > 0 {
			of(side, words.Count(hints, "hint"))
		}
		if takebacks := g.Sides[side].Takebacks; takebacks > 0 {
			of(side, words.Count(takebacks, "takeback"))
		}
	}
	return append(facts, fmt.Sprintf("match %d", g.ID))
}

// Judgement describes and judges a decision, taken at a turn.
func Judgement(g *referee.Game, turn games.Turn, d judge.Decision) string {
	text, better := DecisionWords(g, referee.Decision{Turn: turn, Step: games.Step{Move: d.Move}}), ""
	if d.Position != nil {
		better = Doing(g.Play.Variant(), d.Position, d.Better)
	}
	switch d.Judgement {
	case judge.Kept:
		return text + ", which kept the win."
	case judge.ThrewAway:
		return fmt.Sprintf("%s, a **blunder**. The win needed %s.", text, better)
	case judge.Missed:
		return fmt.Sprintf("%s, a **missed win**. The win was %s.", text, better)
	case judge.NoChoice:
		return fmt.Sprintf("%s. %s.", text, lostAnyway(g.Player(turn.Actor)))
	default:
		return text + ". I haven't proved who wins here."
	}
}

func lostAnyway(p match.Player) string {
	they := "they"
	if p.IsBot() {
		they = "it"
	}
	return fmt.Sprintf("%s was lost whatever %s played", PlayerName(p.ID), they)
}

func accuracyText(g *referee.Game, review *judge.Review) []string {
	lines := unprovedText(review)
	for _, side := range []games.Side{games.Left, games.Right} {
		if f := review.Found(side); f.Wins > 0 {
			lines = append(lines, fmt.Sprintf("%s %s.", PlayerName(g.Player(side).ID), FoundText(f)))
		}
	}
	return lines
}

func unprovedText(review *judge.Review) []string {
	switch n := review.Unsettled(); {
	case n == 0:
		return nil
	case n == len(review.Decisions):
		return []string{"I haven't proved who wins from any position of this match, so I can't judge the moves."}
	default:
		return []string{fmt.Sprintf("I haven't proved who wins in %d of the %s, so I can't judge the moves there.",
			n, words.Count(len(review.Decisions), "position"))}
	}
}

// FoundText counts found chances, after a player's name.
func FoundText(f match.Found) string {
	switch {
	case f.Wins == 1 && f.Kept == 0:
		return "missed the only chance"
	case f.Wins == 1:
		return "took the only chance"
	case f.Kept == f.Wins:
		return fmt.Sprintf("took all %d chances", f.Wins)
	case f.Kept == 0:
		return fmt.Sprintf("missed all %d chances", f.Wins)
	}
	return fmt.Sprintf("took %d of %d chances", f.Kept, f.Wins)
}

// MistakeAction shows the mistake with a number, from 1.
func MistakeAction(g *referee.Game, number int, label string) Action {
	return Action{Label: label, Call: input.Review.With(input.ReviewInput{Match: input.MatchNumber(g.ID), Mistake: number})}
}

// ReplayCard shows the position after step moves.
func ReplayCard(g *referee.Game, review *judge.Review, step int, l Look) *Card {
	v := g.Play.Variant()
	before, p := positionsAt(g, step)
	won, known := review.FinalWon, review.FinalKnown
	if step < len(review.Decisions) {
		judgement := review.Decisions[step].Judgement
		won, known = judgement != judge.NoChoice, judgement != judge.Unknown
	}
	card := PositionCard(p, ReplayPicture(g, review, step, l.Style), l)
	card.Title, card.Tone = fmt.Sprintf("%s, match %d, %d of %d", v.Name, g.ID, step, len(g.Moves)), Finished
	lines := []string{Matchup(g)}
	if step > 0 {
		lines = append(lines, fmt.Sprintf("Move %d: %s", step, Judgement(g, before.Turn(), review.Decisions[step-1])))
	}
	decider := PlayerName(g.Player(p.Turn().Actor).ID)
	switch {
	case step == len(g.Moves):
		lines = append(lines, ResultText(g))
	case known && won:
		lines = append(lines, Sentence(decider+" to move and win"))
	case known:
		lines = append(lines, Sentence(decider+" to move; every move loses against perfect play"))
	default:
		lines = append(lines, Sentence(decider+" to move; I haven't proved who wins from here"))
	}
	if step == len(g.Moves) {
		lines = append(lines, accuracyText(g, review)...)
		lines = append(lines, courseText(g, review))
	}
	card.Body = strings.Join(lines, "\n")
	var offered []int
	for _, jump := range []struct {
		label string
		to    int
	}{{"First", 0}, {"Back", step - 1}, {"Forward", step + 1}, {"Last", len(g.Moves)}} {
		// Next to the start, Back would equal First; next to the end, Forward would equal Last.
		if jump.to < 0 || jump.to > len(g.Moves) || jump.to == step || slices.Contains(offered, jump.to) {
			continue
		}
		offered = append(offered, jump.to)
		to := input.ReviewInput{Match: input.MatchNumber(g.ID), Step: jump.to}
		card.Actions = append(card.Actions, Action{Label: jump.label, Call: input.Review.With(to)})
	}
	if mistakes := review.Mistakes(); len(mistakes) > 0 {
		card.Actions = append(card.Actions, MistakeAction(g, mistakes[0], "Mistakes only"))
	}
	return card
}
