package commands

import (
	"context"
	"regexp"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
)

// analyzeMessageCommand analyzes the position that a message shows. A front offers it on
// messages; nobody types it.
var analyzeMessageCommand = &Command{
	Name:    "analyze-message",
	Summary: "Say who wins from the position in a message",
	Tapped:  true,
	Options: []Option{
		{Name: "text", Summary: "What the message says", Hidden: true},
		{Name: "variant", Summary: "The game of a message of ours", Hidden: true},
		{Name: "position", Summary: "The position of a message of ours", Hidden: true},
	},
	Private: true,
	Costly:  true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		v, position, err := s.positionShown(ctx, r)
		if err != nil {
			return view.Reply{}, err
		}
		r.Command, r.Options, r.Subject = analyzeCommandName, map[string]string{"variant": v.ID, "position": position}, view.Subject{}
		return analyze(ctx, s, r)
	},
}

// positionShown finds the position that a message shows: that of the match which it is about,
// if nothing has happened there since, the start of a challenge, or else what stands in it.
func (s *Service) positionShown(ctx context.Context, r *Request) (*games.Variant, string, error) {
	switch r.Subject.Kind {
	case view.MatchSubject:
		g, err := s.referee.Game(ctx, r.Subject.ID)
		if err == nil && view.SubjectOf(g) == r.Subject {
			return g.Play.Variant(), g.Play.Position().String(), nil
		}
	case view.ChallengeSubject:
		c, err := s.referee.ChallengeByID(ctx, r.Subject.ID)
		if err == nil && !c.Rated { // else nobody knows the start yet
			v, err := s.referee.Catalog().Find(c.Variant)
			return v, c.Start, err
		}
	}
	if r.option("variant") != "" {
		v, err := s.variant(r)
		if err != nil {
			return nil, "", err
		}
		position := r.option("position")
		if position == "" {
			position = labelled(v, r.option("text"))
		}
		if position == "" {
			return nil, "", errNoPosition
		}
		return v, position, nil
	}
	v, rest := s.variantNamed(r.option("text"))
	if v == nil {
		return nil, "", errNoPosition
	}
	if position := labelled(v, r.option("text")); position != "" {
		return v, position, nil
	}
	for line := range strings.Lines(rest) {
		if position := positionIn(v, line); position != "" {
			return v, position, nil
		}
	}
	return nil, "", errNoPosition
}

var errNoPosition = refuse("I find no whole position in that message. This works on my boards, and on messages with a game and a position in it, such as `end-nim 3 5 2`.")

var (
	afterLabel = regexp.MustCompile(`(?i)\b(?:position|start):(.*)`)
	gameWord   = regexp.MustCompile(`[\p{L}\p{N}][\p{L}\p{N}/-]*`)
)

// labelled returns the position that stands after its label, empty for none.
func labelled(v *games.Variant, text string) string {
	for _, m := range afterLabel.FindAllStringSubmatch(text, -1) {
		if position := positionIn(v, m[1]); position != "" {
			return position
		}
	}
	return ""
}

// variantNamed finds the game that a text names by its id or its name, the longest of them,
// and what comes after that.
func (s *Service) variantNamed(text string) (v *games.Variant, rest string) {
	longest := 0
	found := func(named *games.Variant, begin, end int) {
		if end-begin > longest {
			v, rest, longest = named, text[end:], end-begin
		}
	}
	for _, at := range gameWord.FindAllStringIndex(text, -1) {
		if named, err := s.referee.Catalog().Find(text[at[0]:at[1]]); err == nil {
			found(named, at[0], at[1])
		}
	}
	for _, named := range s.referee.Catalog().All() {
		name := regexp.MustCompile(`(?i)(?:^|[^\p{L}\p{N}-])(` + regexp.QuoteMeta(named.Name) + `)(?:$|[^\p{L}\p{N}-])`)
		if at := name.FindStringSubmatchIndex(text); at != nil {
			found(named, at[2], at[3])
		}
	}
	return v, rest
}

// How much of a line is tried: the words where a position may begin, and how many it may have.
const (
	maxBegins = 16
	maxWords  = 64
)

// positionIn returns the longest run of words in a line that is a position of a game, from
// the first word where one begins; empty for none, and for one that may go on.
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
