package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
)

// progressReply tells what a request changed in a match, with the board.
func (s *Service) progressReply(ctx context.Context, r *Request, p *referee.Progress) (Reply, error) {
	g := p.Game
	reply, err := s.boardReply(ctx, g)
	if err != nil {
		return Reply{}, err
	}
	var lines []string
	if g.Version == 1 {
		lines = append(lines, "The match begins: "+players(g)+".")
	}
	switch g.Termination {
	case match.Resigned:
		lines = append(lines, name(r.By.ID)+" resigned.")
	case match.TimedOut:
		lines = append(lines, name(r.By.ID)+" claimed the win: the time had run out.")
	case match.Cancelled:
		lines = append(lines, name(r.By.ID)+" cancelled the match before it began.")
	}
	for _, d := range p.Decisions {
		lines = append(lines, told(g, d)+": "+code(d.Step.Position.String()))
	}
	if g.Finished() {
		reply.Next = outcome(g)
		reply.Notify = people(g, r.By.ID)
	} else {
		reply.Next = due(g)
		if actor := g.Actor().ID; actor != r.By.ID {
			reply.Notify = []string{actor}
		}
	}
	lines = append(lines, ratingWords(p)...)
	if p.Next != nil {
		return s.secondGame(ctx, lines, p)
	}
	reply.Text = strings.Join(lines, "\n")
	return reply, nil
}

// secondGame begins the second game of a rated pair: the first keeps its board,
// and the new one comes below.
func (s *Service) secondGame(ctx context.Context, lines []string, p *referee.Progress) (Reply, error) {
	reply, err := s.boardReply(ctx, p.Next)
	if err != nil {
		return Reply{}, err
	}
	lines = append(lines, outcome(p.Game), fmt.Sprintf("Match %d was the first game of the pair. Now the second, with swapped sides: %s.", p.Game.ID, players(p.Next)))
	reply.Text = strings.Join(lines, "\n")
	reply.Next = due(p.Next)
	reply.Afresh = true
	reply.Notify = []string{p.Next.Left.ID, p.Next.Right.ID}
	if p.Game.Message != "" {
		reply.Retire = []string{p.Game.Message}
	}
	return reply, nil
}

// ratingWords says what the end of a rated match did to the ratings.
func ratingWords(p *referee.Progress) []string {
	var lines []string
	if p.Uncounted {
		lines = append(lines, fmt.Sprintf("This pair does not count: %d a day between the same two do.", referee.PairsADay))
	}
	for _, c := range p.Ratings {
		if c.After.Family == match.Overall {
			lines = append(lines, fmt.Sprintf("%s's rating: %.0f (%+.0f).", name(c.Player), c.After.Value, c.After.Value-c.Before.Value))
		}
	}
	return lines
}

// people returns the human players of a match but for the one who acted.
func people(g *referee.Game, but string) []string {
	var ids []string
	for _, p := range []match.Player{g.Left, g.Right} {
		if p.ID != but && !p.IsBot() {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// boardReply shows a match as it stands.
func (s *Service) boardReply(ctx context.Context, g *referee.Game) (Reply, error) {
	card, err := s.boardCard(ctx, g)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Card: card, Show: subject(g), Shown: g.Message}, nil
}

// subject is what the buttons of a match carry.
func subject(g *referee.Game) Subject {
	return Subject{Kind: MatchSubject, ID: g.ID, Version: g.Version}
}

// boardCard draws a match: who plays, where it stands, who decides now or how it
// ended and why.
func (s *Service) boardCard(ctx context.Context, g *referee.Game) (*Card, error) {
	v, p := g.Play.Variant(), g.Play.Position()
	card := &Card{
		Title:   fmt.Sprintf("%s, match %d", v.Name, g.ID),
		Drawing: picture.Text(p.Picture()),
		Tone:    Playing,
	}
	var body []string
	body = append(body, players(g), v.Rules.End)
	if n := len(g.Moves); n > 0 {
		body = append(body, fmt.Sprintf("Last move, number %d: `%s`", n, g.Moves[n-1].Text))
	}
	if g.Rated {
		rated := "Rated."
		if g.Leg != match.Alone {
			rated = fmt.Sprintf("Rated: game %d of 2.", g.Leg)
		}
		body = append(body, rated)
	}
	rules := Action{Label: "Rules", Command: "rules", Options: map[string]string{"variant": v.ID}}
	if g.Finished() {
		card.Tone = Finished
		body = append(body, outcome(g))
		lesson, err := s.lesson(ctx, g)
		if err != nil {
			return nil, err
		}
		body = append(body, lesson...)
		card.Actions = []Action{
			{Label: "Rematch", Command: "rematch", Style: Primary},
			{Label: "Replay", Command: "replay", Options: map[string]string{"match": strconv.FormatInt(g.ID, 10)}},
			rules,
		}
	} else {
		body = append(body, due(g)+fmt.Sprintf(" Write a move such as `%s`.", example(p)))
		if g.TurnTime > 0 {
			body = append(body, clockWords(g))
		}
		if asker, asked := g.Offer.Side(); asked {
			body = append(body, offerWords(g, asker))
		}
		if !g.Rated {
			card.Actions = append(card.Actions, Action{Label: "Hint", Command: "hint", Subject: subject(g), Style: Primary})
		}
		card.Actions = append(card.Actions, Action{Label: "Resign", Command: "resign", Subject: subject(g), Style: Danger}, rules)
	}
	card.Body = strings.Join(body, "\n")
	card.Footer = "Position: " + clip(p.String(), maxNotation)
	return card, nil
}

// players names who plays, the one with the first turn first.
func players(g *referee.Game) string {
	first := g.Play.First()
	return fmt.Sprintf("%s against %s", seated(g, first, "first"), seated(g, first.Other()))
}

// seated names the player on a side with what there is to say of them: in a
// partizan game the side, of the bot its level.
func seated(g *referee.Game, s games.Side, roles ...string) string {
	p := g.Player(s)
	if p.IsBot() {
		roles = append(roles, string(g.Level))
	}
	if g.Play.Variant().Partizan {
		roles = append(roles, sideName(s))
	}
	if len(roles) == 0 {
		return name(p.ID)
	}
	return fmt.Sprintf("%s (%s)", name(p.ID), strings.Join(roles, ", "))
}

// lesson says where a finished match was lost, how well each side played and who
// was helped.
func (s *Service) lesson(ctx context.Context, g *referee.Game) ([]string, error) {
	review, err := s.referee.Review(ctx, g)
	if err != nil {
		return nil, err
	}
	var lines []string
	if winner, ok := g.Winner.Side(); ok {
		lines = append(lines, why(g, review, winner.Other())...)
	}
	if len(review.Decisions) > 0 {
		lines = append(lines, accuracies(g, review)...)
	}
	for _, side := range []games.Side{games.Left, games.Right} {
		if hints, _ := g.Help(side); hints > 0 {
			lines = append(lines, fmt.Sprintf("%s asked for %s.", name(g.Player(side).ID), plural(hints, "hint")))
		}
	}
	return lines, nil
}

// why says what cost the loser the match, as far as that is certain.
func why(g *referee.Game, review *referee.Review, loser games.Side) []string {
	player, winner := name(g.Player(loser).ID), name(g.Player(loser.Other()).ID)
	if g.Termination == match.Resigned && review.FinalWonBy(loser) {
		return []string{fmt.Sprintf("Why: %s gave up a won position: %s.", player, code(review.Final.String()))}
	}
	if number, ok := review.TurningPoint(loser); ok {
		d := review.Decisions[number-1]
		return []string{fmt.Sprintf("Why: the turning point was move %d. From %s, %s played `%s`; `%s` would have kept the win.",
			number, code(d.Position.String()), player, d.Move, d.Better)}
	}
	if review.Hopeless(loser) {
		return []string{fmt.Sprintf("Why: from the start %s the win was always %s's, who never let go of it.", code(g.Start), winner)}
	}
	return nil
}

// plural returns "1 hint" or "2 hints".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok && !strings.HasSuffix(noun, "ay") {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	if strings.HasSuffix(noun, "ch") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// challengeReply shows a challenge: open, or how it was answered.
func (s *Service) challengeReply(c match.Challenge) (Reply, error) {
	v, err := catalog.Find(c.Variant)
	if err != nil {
		return Reply{}, err
	}
	start, err := v.Parse(c.Start, games.Left)
	if err != nil {
		return Reply{}, err
	}
	show := Subject{Kind: ChallengeSubject, ID: c.ID}
	challenger := Mention(c.Challenger.ID)
	card := &Card{
		Title:   "A challenge to " + v.Name,
		Drawing: picture.Text(start.Picture()),
		Footer:  "Start: " + clip(c.Start, maxNotation),
	}
	reply := Reply{Card: card, Show: show, Shown: c.Message}
	switch c.State {
	case match.ChallengeOpen:
		to := "anyone"
		if !c.ToAnyone() {
			to = Mention(c.Opponent.ID)
			reply.Notify = []string{c.Opponent.ID}
		}
		reply.Text = fmt.Sprintf("%s challenges %s to %s.", challenger, to, v.Name)
		body := []string{v.Rules.Summary, firstWords(c)}
		if c.Rated {
			body = append(body, "Rated: two games from the same start, with swapped sides.")
		}
		if c.TurnTime > 0 {
			body = append(body, lasting(c.TurnTime)+" a turn.")
		}
		card.Body = strings.Join(append(body, "An answer is due within 24 hours."), "\n")
		card.Actions = challengeActions(c, show, v)
	case match.ChallengeDeclined:
		card.Tone = Refused
		reply.Next = fmt.Sprintf("%s declined %s's challenge.", Mention(c.Opponent.ID), challenger)
		reply.Notify = []string{c.Challenger.ID}
	case match.ChallengeCancelled:
		card.Tone = Refused
		reply.Next = fmt.Sprintf("%s took the challenge back.", challenger)
	case match.ChallengeExpired:
		card.Tone = Refused
		reply.Next = fmt.Sprintf("%s's challenge went unanswered and is closed.", challenger)
	}
	if c.State != match.ChallengeOpen {
		card.Body = reply.Next
	}
	return reply, nil
}

// challengeActions are what can be done with an open challenge.
func challengeActions(c match.Challenge, show Subject, v *games.Variant) []Action {
	var actions []Action
	accept := Action{Label: "Accept", Command: "accept", Subject: show, Style: Success}
	if c.First == match.FirstChoose {
		actions = pickActions(show)
	} else {
		actions = []Action{accept}
	}
	if !c.ToAnyone() {
		actions = append(actions, Action{Label: "Decline", Command: "decline", Subject: show, Style: Danger})
	}
	return append(actions, Action{Label: "Rules", Command: "rules", Options: map[string]string{"variant": v.ID}})
}

// pickActions let whoever accepts pick who goes first.
func pickActions(show Subject) []Action {
	return []Action{
		{Label: "Accept, I go first", Command: "accept", Subject: show, Style: Success,
			Options: map[string]string{"first": string(match.FirstMe)}},
		{Label: "Accept, they go first", Command: "accept", Subject: show, Style: Success,
			Options: map[string]string{"first": string(match.FirstOpponent)}},
	}
}

// firstWords says who will go first.
func firstWords(c match.Challenge) string {
	challenger := Mention(c.Challenger.ID)
	switch c.First {
	case match.FirstMe:
		return challenger + " goes first."
	case match.FirstOpponent:
		return "Whoever accepts goes first."
	case match.FirstChoose:
		return "Whoever accepts picks who goes first."
	default:
		return "A coin decides who goes first."
	}
}

// stale answers a button of a match that has moved on since, with the board as
// it stands; ok is false where the button is up to date or nothing was pressed.
func (s *Service) stale(ctx context.Context, r *Request) (reply Reply, ok bool) {
	if r.Subject.Kind != MatchSubject {
		return Reply{}, false
	}
	g, err := s.referee.Latest(ctx, r.Channel)
	if err != nil || subject(g) == r.Subject {
		return Reply{}, false
	}
	card, err := s.boardCard(ctx, g)
	if err != nil {
		return Reply{}, false
	}
	return Reply{
		Private: true,
		Text:    "That button is out of date and did nothing. This is how things stand now.",
		Card:    card,
	}, true
}

// Expire notes what has fallen due by itself, such as challenges that went
// unanswered, and returns what to say of it.
func (s *Service) Expire(ctx context.Context) ([]Announcement, error) {
	due, err := s.referee.Sweep(ctx)
	if err != nil {
		return nil, err
	}
	var said []Announcement
	for _, c := range due.Expired {
		reply, err := s.challengeReply(c)
		if err != nil {
			return said, err
		}
		said = append(said, Announcement{Channel: c.Channel, Reply: reply})
	}
	for _, g := range due.Remind {
		actor := g.Actor().ID
		said = append(said, Announcement{Channel: g.Channel, Reply: Reply{
			Text:   fmt.Sprintf("%s, a quarter of your time is left in match %d: decide until %s.", name(actor), g.ID, moment(g.Deadline)),
			Notify: []string{actor},
		}})
	}
	for _, g := range due.Abandoned {
		reply, err := s.boardReply(ctx, g)
		if err != nil {
			return said, err
		}
		reply.Text = fmt.Sprintf("Match %d is over without a winner: nobody went on with it.", g.ID)
		said = append(said, Announcement{Channel: g.Channel, Reply: reply})
	}
	return said, nil
}
