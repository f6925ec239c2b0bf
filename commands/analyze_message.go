package commands

import (
	"context"
	"regexp"
	"slices"
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
	var v *games.Variant
	longest := ""
	for _, named := range s.variantsNamed(r.option("text")) {
		position := labelled(named.variant, r.option("text"))
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

// named is a game that a text names, and what comes after that.
type named struct {
	variant *games.Variant
	rest    string
	length  int // of the name
}

// variantsNamed finds the games that a text names by their ids or their names, those with the
// longest names first.
func (s *Service) variantsNamed(text string) (all []named) {
	for _, at := range gameWord.FindAllStringIndex(text, -1) {
		if v, err := s.referee.Catalog().Find(text[at[0]:at[1]]); err == nil {
			all = append(all, named{v, text[at[1]:], at[1] - at[0]})
		}
	}
	for _, v := range s.referee.Catalog().All() {
		name := regexp.MustCompile(`(?i)(?:^|[^\p{L}\p{N}-])(` + regexp.QuoteMeta(v.Name) + `)(?:$|[^\p{L}\p{N}-])`)
		if at := name.FindStringSubmatchIndex(text); at != nil {
			all = append(all, named{v, text[at[3]:], at[3] - at[2]})
		}
	}
	slices.SortStableFunc(all, func(a, b named) int { return b.length - a.length })
	return all[:min(len(all), maxNamed)]
}

// maxNamed is how many games that a text names are tried.
const maxNamed = 10

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
