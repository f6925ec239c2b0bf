package match

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/judge"
)

func togetherChallenge(r *core.Request, in *input.ChallengeInput, proposal *referee.Proposal) error {
	named := r.Called != nil && r.Called.Position != "" && r.Called.Position == proposal.Position // nobody gave it
	switch {
	case r.Room() == "", r.Private, in.Direct:
		return core.Refuse("`side:server` is for a server's channel, where others can vote.")
	case !againstBot(in):
		return core.Refuse("The server plays against me. Leave out `opponent:` and `open:`.")
	case proposal.Rated || proposal.Position != "" && !named:
		return core.Refuse("A match of the server isn't rated, and starts from a random position. Leave out `rated:` and `position:`.")
	}
	if named && proposal.First == "" { // the server has the side that can win
		if proposal.First = match.FirstMe; r.Called.Second {
			proposal.First = match.FirstOpponent
		}
	}
	proposal.Leader, proposal.By, proposal.Side = r.By.Player(), match.CrowdOf(r.Room()), match.SideLeft
	if proposal.TurnTime == 0 {
		proposal.TurnTime = referee.UsualVoteTime
	}
	return nil
}

// PlayTogether returns the button of the front door that begins a match of the whole room. ok is false if
// there can be none here.
func PlayTogether(ctx context.Context, env *core.Env, r *core.Request) (a view.Action, ok bool, err error) {
	set, err := env.SettingsHere(ctx, r)
	if err != nil || r.Room() == "" || r.Private || !set.MayPlay(r.Channel, r.Parent) {
		return a, false, err
	}
	if _, err := env.Referee.Current(ctx, r.Channel); err == nil { // the channel is occupied
		return a, false, nil
	}
	v, err := env.Referee.Catalog().Find(cmp.Or(set.Variant, env.Referee.Catalog().All()[0].ID))
	if err != nil {
		return a, false, err
	}
	return view.Action{Label: "Play together", Style: view.Success, Call: input.Challenge.With(
		input.ChallengeInput{Game: v, Side: match.SideServer, Size: input.SizeName(games.Medium.String())})}, true, nil
}

// voteName is the command of the keys of such a match. A vote waits for no other request.
const voteName input.Name[voteInput] = "match vote"

type voteInput struct {
	Move string `button:"move"`
	input.Tapping
}

var voteCommand = core.New(voteName, core.Command{Summary: "Vote for a move", Private: true, Beside: true, Tapped: true}, vote)

func vote(ctx context.Context, env *core.Env, r *core.Request, in *voteInput) (view.Reply, error) {
	if reply, stale := outdatedReply(ctx, env, r); stale {
		return reply, nil
	}
	g, err := currentWithVotes(ctx, env, r)
	if err != nil {
		return view.Reply{}, err
	}
	text := core.WholeMove(g.Play.Position(), in.Where, in.Move)
	switch {
	case in.Other:
		return view.Reply{Text: "Write your vote with `/move`.", Form: matchKeys(g, in.Where).Form()}, nil
	case text == "":
		card := boardCard(ctx, env, g, in.Where)
		card.Actions = nil
		return view.Reply{Card: card, To: view.UpdateEphemeral{}}, nil
	}
	return castVote(ctx, env, r, g, text)
}

func currentWithVotes(ctx context.Context, env *core.Env, r *core.Request) (*referee.Game, error) {
	g, err := env.Referee.Current(ctx, r.Channel)
	if err != nil {
		return nil, err
	}
	if !g.Shared() {
		return nil, core.Refuse("Only a match of the server has votes.")
	}
	return g, nil
}

func castVote(ctx context.Context, env *core.Env, r *core.Request, g *referee.Game, text string) (view.Reply, error) {
	move, err := env.Referee.Vote(ctx, referee.MatchVersion{Match: r.Subject.ID, Version: r.Subject.Version}, g, r.By.Player(), text)
	if err != nil {
		return view.Reply{}, err
	}
	doing := view.Doing(g.Play.Variant(), g.Play.Position(), move)
	return view.Reply{To: view.UpdateEphemeral{}, Text: fmt.Sprintf("You voted for %s. You can change your vote until the bell.", doing)}, nil
}

// votesNow returns the votes of the current turn, without a bell before the first.
func votesNow(ctx context.Context, env *core.Env, g *referee.Game) (c match.Crowd, votes int, err error) {
	if c, err = match.CrowdByID(ctx, env.Store, g.ID); err == nil && c.Ply == len(g.Moves) {
		var counts []match.Count
		counts, err = env.Store.Tally(ctx, g.ID, c.Ply)
		votes = match.Sum(counts)
	}
	if votes == 0 {
		c.Bell = time.Time{}
	}
	return c, votes, err
}

func votesText(g *referee.Game, c match.Crowd, votes int) string {
	if votes == 0 {
		return fmt.Sprintf("The bell rings %s after the first vote.", voteTime(g.TurnTime))
	}
	return fmt.Sprintf("%s. The bell rings %s.", voted(votes), view.Moment(c.Bell, view.Countdown))
}

func voted(n int) string {
	if n == 1 {
		return "One person voted"
	}
	return fmt.Sprintf("%d people voted", n)
}

// asCrowd makes the leader of a room's match, or a server manager, act for the room.
func asCrowd(ctx context.Context, env *core.Env, r *core.Request) error {
	g, err := env.Referee.Current(ctx, r.Channel)
	if err != nil {
		return nil // the command refuses it
	}
	crowd, ok := g.Crowd()
	if !ok {
		return nil
	}
	if err := env.Referee.CheckLeader(ctx, g, r.By.ID, r.Manager); err != nil {
		return err
	}
	r.By.ID, r.By.Name = crowd.ID, crowd.Name
	return nil
}

// checkAlone refuses the leader of a room's match who would resign for others that have voted in it.
func checkAlone(ctx context.Context, env *core.Env, r *core.Request) error {
	g, err := env.Referee.Current(ctx, r.Channel)
	if err != nil || !g.Shared() || r.Manager {
		return nil // the command itself reports the error
	}
	votes, err := env.Store.Votes(ctx, g.ID)
	others := slices.ContainsFunc(votes, func(v match.Vote) bool { return v.Player.ID != r.By.ID })
	if err == nil && others && env.Referee.CheckLeader(ctx, g, r.By.ID, false) == nil {
		err = core.Refuse("Others have voted in this match, so you can't resign for them. Server managers can.")
	}
	return err
}

var vetoCommand = core.New(input.Veto, core.Command{
	Summary: "Ask for the next most voted move, once in a match", Private: true, Tapped: true,
}, veto)

func veto(ctx context.Context, env *core.Env, r *core.Request, in *input.HintInput) (view.Reply, error) {
	if reply, stale := outdatedReply(ctx, env, r); stale {
		return reply, nil
	}
	g, err := currentWithVotes(ctx, env, r)
	if err != nil {
		return view.Reply{}, err
	}
	if err := env.Referee.CheckLeader(ctx, g, r.By.ID, r.Manager); err != nil {
		return view.Reply{}, err
	}
	counts, err := env.Store.Tally(ctx, g.ID, len(g.Moves))
	if err != nil {
		return view.Reply{}, err
	}
	if len(counts) == 0 {
		return view.Reply{}, core.Refuse("Nobody has voted yet.")
	}
	c, err := match.CrowdByID(ctx, env.Store, g.ID)
	if err != nil {
		return view.Reply{}, err
	}
	if c.Veto != "" {
		return view.Reply{}, &referee.Refusal{Words: referee.NoVeto}
	}
	leading := referee.Elect(counts, c, g.Seed, len(g.Moves))
	move, err := g.Play.Position().Read(leading)
	if err != nil {
		return view.Reply{}, err
	}
	doing := view.Doing(g.Play.Variant(), g.Play.Position(), move)
	if !in.Sure {
		return core.Confirm(r, input.Veto.With(input.HintInput{Sure: true}), fmt.Sprintf("Most votes are for %s. Veto it? Then the next most voted move is played. You can do that once in a match.", doing), "Yes, veto"), nil
	}
	if err := env.Referee.Veto(ctx, g, leading); err != nil {
		return view.Reply{}, err
	}
	return view.Reply{To: view.UpdateEphemeral{}, Text: fmt.Sprintf("Done. %s is struck out, unless nobody votes for another move.", view.SentenceStart(doing))}, nil
}

func addVotes(ctx context.Context, env *core.Env, g *referee.Game, card *view.Card) error {
	review, err := env.Referee.Review(ctx, g)
	if err != nil {
		return err
	}
	lines, err := lastVote(ctx, env, g, review)
	if err != nil {
		return err
	}
	if g.Finished() {
		more, err := crowdEnd(ctx, env, g, review)
		card.Body = strings.TrimSpace(card.Body + "\n" + strings.Join(append(lines, more...), "\n"))
		return err
	}
	card.Body = strings.TrimSpace(card.Body + "\n" + strings.Join(lines, "\n"))
	c, votes, err := votesNow(ctx, env, g)
	if err != nil {
		return err
	}
	card.Question = "**Everybody here votes: which move?** " + votesText(g, c, votes)
	if c.Veto == "" {
		card.Actions = append(card.Actions, vetoAction(g))
	}
	return nil
}

func vetoAction(g *referee.Game) view.Action {
	return view.Action{Label: "Veto", Call: input.Veto.Call(), Subject: view.SubjectOf(g)}
}

func voteTime(d time.Duration) string {
	if d < 2*time.Minute {
		return words.Count(int(d.Seconds()), "second")
	}
	return view.Duration(d)
}

func lastVote(ctx context.Context, env *core.Env, g *referee.Game, review *judge.Review) ([]string, error) {
	crowd, _ := g.Crowd()
	side, _ := g.SeatOf(crowd.ID)
	n := g.SinceLast(side)
	if n == 0 || len(g.Moves)-n >= len(review.Decisions) {
		return nil, nil
	}
	ply := len(g.Moves) - n
	counts, err := env.Store.Tally(ctx, g.ID, ply)
	if err != nil || len(counts) == 0 {
		return nil, err
	}
	d := review.Decisions[ply]
	all, of := 0, 0
	for _, c := range counts {
		if all += c.Votes; c.Move == d.Move.String() {
			of = c.Votes
		}
	}
	how := ""
	switch {
	case d.LetGo():
		how = ": it gives the win away"
	case d.Judgement == judge.Kept:
		how = ": it wins"
	}
	text := fmt.Sprintf("%s, %d for %s%s.", voted(all), of, view.Doing(g.Play.Variant(), d.Position, d.Move), how)
	if found := review.Found(side); found.Wins > 0 {
		text += fmt.Sprintf(" You have found %d of %d.", found.Kept, found.Wins)
	}
	return []string{text}, nil
}

const shownFinders = 3

func crowdEnd(ctx context.Context, env *core.Env, g *referee.Game, review *judge.Review) (lines []string, err error) {
	best, err := finders(ctx, env, g, review)
	if err != nil {
		return nil, err
	}
	if best != "" {
		lines = append(lines, best)
	}
	crowd, _ := g.Crowd()
	records, err := env.Store.CrowdRecords(ctx, crowd.ID)
	for _, level := range core.LevelChoices {
		for _, r := range records {
			if string(r.Level) == level.Value {
				lines = append(lines, fmt.Sprintf("Matches of the server won against %s: %d of %d.", r.Level, r.Won, r.Played))
			}
		}
	}
	if side, _ := g.SeatOf(crowd.ID); g.Sides[side].Hints > 0 {
		lines = append(lines, "This match had a hint, so it isn't in the record.")
	}
	return lines, err
}

func finders(ctx context.Context, env *core.Env, g *referee.Game, review *judge.Review) (string, error) {
	votes, err := env.Store.Votes(ctx, g.ID)
	if err != nil {
		return "", err
	}
	found, people := map[string]int{}, map[string]match.Player{}
	for _, v := range votes {
		if v.Ply >= len(review.Decisions) || !review.Decisions[v.Ply].Choice {
			continue
		}
		wins, err := winsBy(ctx, env, g, review.Decisions[v.Ply], v.Move)
		if err != nil {
			return "", err
		}
		if wins {
			found[v.Player.ID]++
			people[v.Player.ID] = v.Player
		}
	}
	order := slices.SortedFunc(maps.Keys(found), func(a, b string) int { return cmp.Or(found[b]-found[a], cmp.Compare(a, b)) })
	var named []string
	for _, id := range order {
		p := people[id]
		if err := env.HideUnnamed(ctx, &p); err != nil {
			return "", err
		}
		if p.ID != "" && len(named) < shownFinders {
			named = append(named, fmt.Sprintf("%s %d", view.PlayerName(id), found[id]))
		}
	}
	if len(named) == 0 {
		return "", nil
	}
	return "**Who found most:** " + strings.Join(named, ", ") + ".", nil
}

func winsBy(ctx context.Context, env *core.Env, g *referee.Game, d judge.Decision, vote string) (bool, error) {
	move, err := d.Position.Read(vote)
	if err != nil {
		return false, nil
	}
	after, err := d.Position.Play(move)
	if err != nil {
		return false, nil
	}
	if winner, over := g.Play.Variant().Winner(after); over {
		return winner == d.Position.Turn().Actor, nil
	}
	wins, err := env.Solver.Wins(ctx, g.Play.Variant(), after)
	same := after.Turn().Actor == d.Position.Turn().Actor
	return wins == same, err
}
