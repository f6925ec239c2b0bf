package match

import (
	"cmp"
	"fmt"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
)

func challengeCard(c match.Challenge, v *games.Variant, style picture.Style) (view.Reply, error) {
	show := view.Subject{Kind: view.ChallengeSubject, ID: c.ID}
	challenger := view.Mention(c.Challenger.ID)
	card := &view.Card{Title: "Challenge: " + v.Name}
	shown := c.Start
	if c.Rated { // nobody may study the start in advance
		shown = v.Rules.Example
	}
	position, err := v.Parse(shown, games.Left)
	if err != nil {
		return view.Reply{}, err
	}
	if !c.Rated {
		card.Drawing, card.Footer = picture.Text(position.Shape()), "Start: "+words.Cut(c.Start, view.MaxNotation)
		card.Picture = view.ShapePicture(position, style)
	}
	reply := view.Reply{Card: card, Show: view.Subject{Kind: view.ChallengeSubject, ID: c.ID, Version: c.Version()}, ShownIn: c.Message}
	switch c.State {
	case match.ChallengeOpen:
		to := "anyone"
		if !c.ToAnyone() {
			to = view.Mention(c.Opponent.ID)
			reply.Notify = []string{c.Opponent.ID}
		}
		reply.Text = fmt.Sprintf("%s challenges %s.", challenger, to)
		body := []string{v.Rules.Summary, firstTurnText(c)}
		if v.Partizan {
			body = append(body, sidesText(c, v, position))
		}
		if c.Rated {
			body = append(body, "Rated: two games from the same start, with sides swapped. The start is shown on acceptance. Running out of time loses the game.")
		}
		if c.TurnTime > 0 {
			body = append(body, view.Duration(c.TurnTime)+" per turn.")
		}
		open := fmt.Sprintf("%.0f hours", referee.ChallengeLife.Hours())
		switch life := c.Expires.Sub(c.Created); life {
		case referee.ChallengeLife:
		case referee.OpenChallengeLife:
			open = view.Duration(life) + ", until " + view.Moment(c.Expires, view.Clock) + ""
		default:
			open = view.Duration(life)
		}
		card.Body = strings.Join(append(body, "Expires in "+open+"."), "\n")
		card.Actions = append(challengeActions(c, show), withdrawAction(show), view.Rules(v))
	case match.ChallengeDeclined:
		reply.Next = fmt.Sprintf("%s declined %s's challenge to %s.", view.Mention(c.Opponent.ID), challenger, v.Name)
		reply.Notify = []string{c.Challenger.ID}
	case match.ChallengeCancelled:
		reply.Next = fmt.Sprintf("%s withdrew the challenge to %s.", challenger, v.Name)
	case match.ChallengeExpired:
		reply.Next = fmt.Sprintf("%s's challenge to %s expired without an answer.", challenger, v.Name)
	}
	if c.State != match.ChallengeOpen {
		if c.Rated {
			reply.Next += " No ratings change."
		}
		reply.Card = &view.Card{Body: reply.Next, Tone: view.Refused, Actions: []view.Action{askAgain(c)}}
	}
	return reply, nil
}

func askAgain(c match.Challenge) view.Action {
	in := input.ChallengeInput{Game: input.Game(c.Variant), Opponent: input.User{ID: c.Opponent.ID}, Open: c.ToAnyone(), Side: c.Side, Rated: c.Rated, Time: input.TurnTime(c.TurnTime)}
	if c.First != match.FirstRandom {
		in.First = c.First
	}
	if c.Chosen {
		in.Position = input.Position(c.Start)
	}
	return view.Action{Label: "Ask again", Call: input.Challenge.With(in), Style: view.Primary}
}

func challengeActions(c match.Challenge, show view.Subject) []view.Action {
	var actions []view.Action
	accept := view.Action{Label: "Accept", Call: input.Accept.Call(), Subject: show, Style: view.Success}
	if c.First == match.FirstChoose {
		actions = view.PickActions(show)
	} else {
		actions = []view.Action{accept}
	}
	if !c.ToAnyone() {
		actions = append(actions, view.Action{Label: "Decline", Call: input.Decline.Call(), Subject: show, Style: view.Danger})
	}
	return actions
}

func withdrawAction(show view.Subject) view.Action {
	return view.Action{Label: "Withdraw", Call: input.Cancel.Call(), Subject: show}
}

// ToBeAccepted tells a person who moves too early that a challenge must be accepted first.
func ToBeAccepted(c match.Challenge, v *games.Variant, reader string) *view.Card {
	show := view.Subject{Kind: view.ChallengeSubject, ID: c.ID}
	if reader != c.Challenger.ID {
		return &view.Card{
			Body:    fmt.Sprintf("Accept first: %s challenged %s to %s, and the match starts when you accept.", view.PlayerName(c.Challenger.ID), whom(c), v.Name),
			Actions: append(challengeActions(c, show), view.Rules(v)),
		}
	}
	return &view.Card{
		Body:    fmt.Sprintf("Your %s match starts when %s accepts your challenge.", v.Name, whom(c)),
		Actions: []view.Action{withdrawAction(show), view.Rules(v)},
	}
}

func whom(c match.Challenge) string {
	if c.ToAnyone() {
		return "anyone"
	}
	return view.PlayerName(c.Opponent.ID)
}

func sidesText(c match.Challenge, v *games.Variant, position games.Position) string {
	if c.Side == match.SideRandom {
		text := "A coin toss decides who is Left and who is Right."
		if can := v.Rules.Sides; can[games.Left] != "" {
			text += fmt.Sprintf(" Left: %s. Right: %s.", can[games.Left], can[games.Right])
		}
		return text
	}
	seat := games.Left
	if c.Side == match.SideRight {
		seat = games.Right
	}
	who := "The person who accepts is"
	if !c.ToAnyone() {
		who = view.Mention(c.Opponent.ID) + ", you are"
	}
	text := fmt.Sprintf("%s is %s. %s %s", view.Mention(c.Challenger.ID), seat.Name(), who, seat.Other().Name())
	if can := v.Rules.Sides[seat.Other()]; can != "" {
		such := view.ExampleMoves(v, position.WithTurn(seat.Other()))
		text += fmt.Sprintf(": %s, such as %s", can, words.Or(words.Each(such, view.Code)))
	}
	return text + "."
}

func firstTurnText(c match.Challenge) string {
	opponent := "The person who accepts"
	if !c.ToAnyone() {
		opponent = view.Mention(c.Opponent.ID)
	}
	switch c.First {
	case match.FirstMe:
		return view.Mention(c.Challenger.ID) + " goes first."
	case match.FirstOpponent:
		return opponent + " goes first."
	case match.FirstChoose:
		return opponent + " chooses who goes first."
	default:
		return "A coin toss decides who goes first."
	}
}

var (
	opponents = []view.Choice{
		{Label: "Me, easy", Value: string(match.Easy), Detail: "I make mistakes all the time"},
		{Label: "Me, casual", Value: string(match.Casual), Detail: "I often make mistakes"},
		{Label: "Me, strong", Value: string(match.Strong), Detail: "I rarely make mistakes"},
		{Label: "Me, perfect", Value: string(match.Perfect), Detail: "I never make mistakes"},
		{Label: "Anyone here", Value: againstAnyone, Detail: "The first person to accept"},
	}
	terms = []view.Choice{
		{Label: "Casual, no clock", Value: "fun"},
		{Label: "Casual, 10 minutes per turn", Value: "fun 10m", Detail: "Between people"},
		{Label: "Casual, 1 day per turn", Value: "fun 1d", Detail: "Between people"},
		{Label: "Rated, 2 minutes per turn", Value: "rated 2m", Detail: "Two games, with sides swapped"},
		{Label: "Rated, 10 minutes per turn", Value: "rated 10m", Detail: "Two games, with sides swapped"},
		{Label: "Rated, 1 day per turn", Value: "rated 1d", Detail: "Two games, with sides swapped"},
	}
)

const againstAnyone = "anyone"

func unfold(in *input.ChallengeInput) {
	switch {
	case in.Against == againstAnyone:
		in.Open = true
	case in.Against != "" && (in.Opponent.ID == "" || in.Opponent.ID == match.BotID):
		in.Level = match.Level(in.Against)
	}
	rated, turn, _ := strings.Cut(in.Terms, " ")
	in.Rated = in.Rated || rated == "rated"
	if d, timed := core.ReadDuration(turn); timed {
		in.Time = input.TurnTime(d)
	}
	in.Against, in.Terms = "", ""
}

func challengeForm(env *core.Env, r *core.Request, in *input.ChallengeInput, set *match.ServerSettings) (view.Reply, error) {
	opponent := in.Opponent
	if err := checkOpponent(r, in); err != nil {
		return view.Reply{}, err
	}
	usual := in.Game
	if usual == nil {
		var err error
		if usual, err = env.Referee.Catalog().Find(cmp.Or(set.Variant, core.UsualVariant)); err != nil {
			return view.Reply{}, err
		}
	}
	kept := *in
	kept.Form, kept.Opponent, kept.Level = false, input.User{}, ""
	kept.Game, kept.Against, kept.Terms = nil, "", ""
	if in.Position == "" {
		kept.Size = ""
	}
	f := &view.Form{Title: "Challenge", Call: input.Challenge.With(kept), Inputs: []view.Input{
		{Option: "game", Label: "Game", Choices: env.GameChoices(usual), Value: usual.ID, Required: true},
	}}
	who := view.Input{Option: "opponent", Label: "Opponent", People: true}
	against := view.Input{
		Option: "against", Label: "Opponent if you name nobody", Choices: opponents,
		Value: string(cmp.Or(in.Level, set.DefaultLevel())), Required: true,
	}
	switch {
	case opponent.ID != "" && opponent.ID != match.BotID:
		who.Value, who.Required = opponent.ID, true
		f.Inputs = append(f.Inputs, who)
	case opponent.ID != "":
		against.Label = "Opponent"
		f.Inputs = append(f.Inputs, against)
	default:
		who.Help, who.Example = "Leave this empty to play me, or to let anyone accept.", "Nobody"
		f.Inputs = append(f.Inputs, who, against)
	}
	if in.Position == "" {
		f.Inputs = append(f.Inputs, view.Input{
			Option: "size", Label: "Size", Choices: core.SizeChoices, Value: in.Size.Size().String(), Required: true,
		})
	}
	f.Inputs = append(f.Inputs, view.Input{
		Option: "terms", Label: "Rated or casual, and how fast?", Choices: terms, Value: terms[0].Value, Required: true,
	})
	return view.Reply{
		Text: "Add what you want, such as `/challenge game:" + usual.ID + " size:small level:strong`. " +
			"`opponent:` names a person, `open:true` lets anyone accept, `rated:true` makes it rated, and `time:1d` sets the time per turn.",
		Form: f, To: view.Private{},
	}, nil
}

func checkOpponent(r *core.Request, in *input.ChallengeInput) error {
	switch opponent := in.Opponent; {
	case opponent.ID == "":
	case opponent.ID == r.By.ID:
		return &referee.Refusal{Words: referee.SelfChallenge}
	case opponent.Absent:
		return core.Refuse("%s can't read this channel, so you couldn't play here. Challenge them where both of you can read.", view.Mention(opponent.ID))
	case opponent.Bot:
		return core.Refuse("%s is a bot, and other bots can't play here. Challenge a person, or leave out `opponent:` to play me.", view.Mention(opponent.ID))
	}
	return nil
}
