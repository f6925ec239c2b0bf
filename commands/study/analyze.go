// Package study has the commands that say who wins and why: rules, analyses, tables, replays.
package study

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
)

// Feature are the commands that explain games and finished matches.
var Feature = core.Feature{
	Commands: []*core.Command{
		rulesCommand, replayCommand,
		{Name: "study", Summary: "Analyze positions: who wins and why", Subcommands: []*core.Command{analyzeCommand}},
		analyzeMessageCommand,
	},
	Around: closeAnswers,
}

// closeAnswers refuses answers about chosen positions to people who play a match that counts. It looks again before the
// answer is given, because a match may have begun meanwhile.
func closeAnswers(c *core.Command, next core.Handler) core.Handler {
	if !c.Answers {
		return next
	}
	return func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		if err := env.Referee.CheckAdviceOpen(ctx, r.By.Player()); err != nil {
			return view.Reply{}, err
		}
		reply, err := next(ctx, env, r)
		if err == nil {
			err = env.Referee.CheckAdvice(ctx, r.By.Player())
		}
		return reply, err
	}
}

var analyzeCommand = core.New(input.Analyze, core.Command{
	Summary:   "Say who wins a position, and why",
	Private:   true,
	Shareable: true,
	Costly:    true,
	Answers:   true,
}, analyze)

func analyze(ctx context.Context, env *core.Env, r *core.Request, in *input.AnalyzeInput) (view.Reply, error) {
	v := in.Game
	position, err := in.Game.Parse(string(in.Position), games.Left)
	if err != nil {
		return view.Reply{}, err
	}
	if in.Proof {
		return proofReply(ctx, env, v, position, fmt.Sprintf("Who wins %s from %s", v.Name, view.Code(position.String())))
	}
	a, err := env.Solver.Analyze(ctx, v, position)
	if err != nil {
		return view.Reply{}, err
	}
	if in.Full {
		card := wholeCard(a)
		if err := addValue(ctx, env, card, a); err != nil {
			return view.Reply{}, err
		}
		return view.Reply{Card: core.WithShare(r, input.Analyze.With(*in), card)}, nil
	}
	reply := view.Reply{Card: analysisCard(a, env.LookOf(ctx, r))}
	view.OfferWhole(&reply, v, position, explain.FullAnalysis(explain.InVoice(a, view.VoiceOn(v, position))))
	if proof := *in; !r.Shared() && a.Exact && explain.Certified(v) {
		proof.Proof = true
		reply.Card.Actions = append(reply.Card.Actions, view.Action{Label: "Proof", Call: input.Analyze.With(proof)})
	}
	core.WithShare(r, input.Analyze.With(*in), reply.Card)
	core.WithPage(env, reply.Card, v, position, nil)
	return reply, nil
}

func decidesText(a *solver.Analysis) string {
	number := a.Position.Turn().Decision == games.NumberOnly
	switch {
	case number && a.Decides == solver.Owner:
		return " It is this player's own turn. Below, \"you\" means this player."
	case number:
		return " It is the other player's turn. Below, \"you\" means the player who decides."
	case a.Decides == solver.Owner:
		return " This player decides next. Below, \"you\" means this player."
	case a.Decides == solver.Opponent:
		return " The other player decides next. Below, \"you\" means that player."
	}
	return ""
}

const shownMoves = 20

func analysisCard(a *solver.Analysis, l view.Look) *view.Card {
	card := &view.Card{
		Title:   fmt.Sprintf("%s: %s", a.Variant.Name, words.Cut(a.Position.String(), 80)),
		Drawing: l.Drawn(a.Position.Shape()),
		Picture: l.Of(view.ShapePicture(a.Position, l.Style).Weighed(a.Variant, a.Position, l.Style)),
	}
	card.Body = "**" + view.Sentence(explain.Verdict(a)) + "**" + decidesText(a)
	if len(a.Components) > 1 {
		card.Fields = append(card.Fields, view.Field{Name: "Components and their values", Value: words.Cut(explain.Components(a.Components), view.MaxField)})
	}
	if a.Weights != nil {
		card.Fields = append(card.Fields, view.Field{Name: "Weights", Value: explain.Weights(a.Weights) + " (" + explain.WeightRule + ")"})
	}
	if !a.Exact {
		return card
	}
	voice := view.VoiceOn(a.Variant, a.Position)
	for _, list := range []struct {
		name  string
		moves solver.Moves
	}{{"Winning moves", a.Winning}, {"Winning moves for Left", a.Left}, {"Winning moves for Right", a.Right}} {
		if len(list.moves.List) > 0 {
			card.Fields = append(card.Fields, view.Field{Name: list.name, Value: listMoves(list.moves, voice)})
		}
	}
	if a.GrundyKnown {
		card.Fields = append(card.Fields, view.Field{Name: "Grundy value", Value: fmt.Sprintf("%d (%s)", a.Grundy, explain.Grundy(a))})
	}
	card.Fields = append(card.Fields, view.Field{Name: "Why", Value: explain.Analysis(explain.InVoice(a, voice))})
	card.Footer = solver.FamilyOf(a.Variant).Source(a.Variant)
	return card
}

func wholeCard(a *solver.Analysis) *view.Card {
	told := explain.InVoice(a, view.VoiceOn(a.Variant, a.Position))
	lines := []string{explain.Analysis(told)}
	if !a.Variant.Partizan && len(a.Winning.List) > 0 {
		lines[0] = "You can win: " + view.WhyInWords(a.Variant, a.Position, a.Reason)
	}
	for i, text := range explain.FullAnalysis(told) {
		if strings.HasPrefix(text, "  ") || strings.HasPrefix(text, "nim-sum = ") {
			text = "`" + text + "`"
		}
		if i > 0 { // the short reason comes first
			lines = append(lines, text)
		}
	}
	return &view.Card{
		Title:  fmt.Sprintf("%s: %s, in full", a.Variant.Name, words.Cut(a.Position.String(), 80)),
		Body:   strings.Join(lines, "\n"),
		Footer: solver.FamilyOf(a.Variant).Source(a.Variant),
	}
}

// addValue adds the value of a position of a partizan or misère game in sums, if it is known.
func addValue(ctx context.Context, env *core.Env, card *view.Card, a *solver.Analysis) error {
	misere := a.Variant.Ending == games.Misere && !a.Variant.Reverse
	if !a.Exact || !a.Variant.Partizan && !misere {
		return nil
	}
	value, err := env.Solver.NewValuer(solver.ValueBytes).Value(ctx, a.Variant, a.Position)
	if err != nil {
		return err
	}
	fields, _ := view.ValueFields(explain.MainRows(value))
	card.Fields = append(card.Fields, fields...)
	return nil
}

func listMoves(moves solver.Moves, voice theory.Voice) string {
	if voice == nil {
		voice = theory.Notation
	}
	shown := moves.List[:min(len(moves.List), shownMoves)]
	text := strings.Join(words.Each(shown, func(m games.Move) string { return voice(m, theory.Subject) }), ", ")
	if len(moves.List) > shownMoves || !moves.Complete {
		text += " and more"
	}
	return text
}

// analyzeMessageCommand analyzes the position in a message. A front offers it in the menu of
// messages; nobody types it.
var analyzeMessageCommand = core.New(input.AnalyzeMessage, core.Command{
	Summary: "Say who wins from the position in a message",
	Tapped:  true,
	Private: true,
	Costly:  true,
	Answers: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.AnalyzeMessageInput) (view.Reply, error) {
	v, position, err := positionShown(ctx, env, r, in)
	if err != nil {
		return view.Reply{}, err
	}
	return analyze(ctx, env, r, &input.AnalyzeInput{PositionInput: input.PositionInput{Game: v, Position: input.Position(position)}})
})

// positionShown finds the position in a message: the board of the match that the message shows, if
// no move was made since, the start of a challenge, or a position in the text.
func positionShown(ctx context.Context, env *core.Env, r *core.Request, in *input.AnalyzeMessageInput) (*games.Variant, string, error) {
	switch r.Subject.Kind {
	case view.MatchSubject:
		g, err := env.Referee.Game(ctx, r.Subject.ID)
		if err == nil && view.SubjectOf(g) == r.Subject {
			return g.Play.Variant(), g.Play.Position().String(), nil
		}
	case view.ChallengeSubject:
		c, err := match.ChallengeByID(ctx, env.Store, r.Subject.ID)
		if err == nil && !c.Rated { // otherwise the start is still secret
			v, err := env.Referee.Catalog().Find(c.Variant)
			return v, c.Start, err
		}
	}
	if in.Game != nil {
		position := cmp.Or(in.Position, labelled(in.Game, in.Text))
		if position == "" {
			return nil, "", errNoPosition
		}
		return in.Game, position, nil
	}
	var v *games.Variant
	longest := ""
	for _, named := range variantsNamed(env, in.Text) {
		position := labelled(named.variant, in.Text)
		for line := range strings.Lines(named.rest) {
			if position == "" {
				position = positionIn(named.variant, line)
			}
		}
		if len(position) > len(longest) { // a sum names the games of its parts
			v, longest = named.variant, position
		}
	}
	if v == nil {
		return nil, "", errNoPosition
	}
	return v, longest, nil
}

var errNoPosition = core.Refuse("I can't find a complete position in that message. This works on my boards and on messages that name a game and a position, such as `end-nim 3 5 2`.")

var (
	afterLabel = regexp.MustCompile(`(?i)\b(?:position|start):(.*)`)
	gameWord   = regexp.MustCompile(`[\p{L}\p{N}][\p{L}\p{N}/-]*`)
)

func labelled(v *games.Variant, text string) string {
	for _, m := range afterLabel.FindAllStringSubmatch(text, -1) {
		if position := positionIn(v, m[1]); position != "" {
			return position
		}
	}
	return ""
}

type named struct {
	variant *games.Variant
	rest    string
	length  int
}

// variantsNamed finds the games that a text names by their ids or their names, those with the
// longest names first.
func variantsNamed(env *core.Env, text string) (all []named) {
	for _, at := range gameWord.FindAllStringIndex(text, -1) {
		if v, err := env.Referee.Catalog().Find(text[at[0]:at[1]]); err == nil {
			all = append(all, named{v, text[at[1]:], at[1] - at[0]})
		}
	}
	for _, v := range env.Referee.Catalog().All() {
		name := regexp.MustCompile(`(?i)(?:^|[^\p{L}\p{N}-])(` + regexp.QuoteMeta(v.Name) + `)(?:$|[^\p{L}\p{N}-])`)
		if at := name.FindStringSubmatchIndex(text); at != nil {
			all = append(all, named{v, text[at[3]:], at[3] - at[2]})
		}
	}
	slices.SortStableFunc(all, func(a, b named) int { return b.length - a.length })
	return all[:min(len(all), maxNamed)]
}

const maxNamed = 10

const (
	maxBegins = 16
	maxWords  = 64
)

// positionIn returns the longest run of words in a line that is a position of a game. The run
// begins at the first word that can begin one. It is empty if the line has none, or if the line is
// cut.
func positionIn(v *games.Variant, line string) string {
	if strings.Contains(line, "…") {
		return ""
	}
	words := strings.Fields(strings.ReplaceAll(line, "`", " "))
	for begin := range words[:min(len(words), maxBegins)] {
		for end := min(len(words), begin+maxWords); end > begin; end-- {
			text := strings.TrimRight(strings.Join(words[begin:end], " "), ".,;:!?")
			position, err := v.Parse(text, games.Left)
			switch {
			case err != nil:
			case end == begin+maxWords && end < len(words):
				return ""
			default:
				return position.String()
			}
		}
	}
	return ""
}

func proofReply(ctx context.Context, env *core.Env, v *games.Variant, p games.Position, what string) (view.Reply, error) {
	line, err := explain.AppendCertificate(ctx, nil, &env.Solver, v, p)
	switch {
	case ctx.Err() != nil:
		return view.Reply{}, ctx.Err()
	case err != nil:
		return view.Reply{}, core.Refuse("%s", view.Sentence(err.Error()))
	}
	return view.Reply{
		Text:  fmt.Sprintf("%s: a proof for `nimatron verify -` to check.", what),
		Files: []view.File{{Name: "proof.json", Data: append(line, '\n')}},
		To:    view.Private{},
	}, nil
}
