package depots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/solver/theory"
)

const shortRules = 3

// rule is a reply to taking low to high counters from a stack. both means that it also stands for its mirror
// image.
type rule struct {
	Reply
	low, high uint64
	both      bool
}

func (g *Justification) rules() (rules []rule) {
	list := make([]rule, len(g.Replies))
	for i, r := range g.Replies {
		n := g.Lost.Counters()[r.Stack]
		list[i] = rule{Reply: r, low: n - r.High, high: n - r.Low}
	}
	slices.SortStableFunc(list, func(a, b rule) int { return cmp.Or(cmp.Compare(a.Stack, b.Stack), cmp.Compare(a.low, b.low)) })
	for _, next := range list {
		if i := slices.IndexFunc(rules, func(other rule) bool { return !other.both && g.mirrors(other, next) }); i >= 0 {
			rules[i].both = true
			continue
		}
		rules = append(rules, next)
	}
	return rules
}

// mirrors reports whether two rules are mirror images, also in words: "anything" from a higher stack would be
// more.
func (g *Justification) mirrors(a, b rule) bool {
	return a.Stack != b.Stack && a.Answer == b.Stack && b.Answer == a.Stack && g.amount(a) == g.amount(b) &&
		g.answered(a, a.low) == b.low && g.answered(a, a.high) == b.high &&
		g.answered(b, b.low) == a.low && g.answered(b, b.high) == a.high
}

func (g *Justification) answered(r rule, taken uint64) uint64 {
	counters := g.Lost.Counters()
	left := counters[r.Stack] - taken
	now := counters[r.Answer]
	if r.Answer == r.Stack {
		now = left
	}
	return now - r.To(left)
}

func (g *Justification) amount(r rule) string {
	switch n := g.Lost.Counters()[r.Stack]; {
	case r.low == n:
		return "all of "
	case r.low == 1 && r.high == n:
		return "anything from "
	case r.low == r.high:
		return fmt.Sprintf("%d from ", r.low)
	case r.high == n:
		return fmt.Sprintf("%d or more from ", r.low)
	case r.low+1 == r.high:
		return fmt.Sprintf("%d or %d from ", r.low, r.high)
	}
	return fmt.Sprintf("%d to %d from ", r.low, r.high)
}

func (g *Justification) then(r rule) theory.Act {
	name := g.Lost.Name(r.Answer)
	same := r.Answer == r.Stack
	low, high := g.answered(r, r.low), g.answered(r, r.high)
	switch {
	case same && r.Kind == theory.Leave && r.K == 0:
		return theory.Do("take", "the rest of %s", name)
	case r.Kind == theory.Leave && r.K == 0:
		return theory.Do("take", "all of %s", name)
	case same && low == high:
		return theory.Do("take", "%d more from %s", low, name)
	case r.Kind == theory.Leave && r.low != r.high:
		return theory.Do("cut", "%s to %d", name, r.K)
	case low == high:
		return theory.Do("take", "%d from %s", low, name)
	case low == r.low:
		return theory.Do("take", "as many from %s", name)
	case low > r.low:
		return theory.Do("take", "%d more than that from %s", low-r.low, name)
	default:
		return theory.Do("take", "%d less than that from %s", r.low-low, name)
	}
}

func (g *Justification) sentences(rules []rule, win bool) string {
	parts := make([]string, len(rules))
	for i, r := range rules {
		what, then := g.amount(r)+g.Lost.Name(r.Stack), g.then(r)
		switch {
		case win && i == 0:
			parts[i] = "If they take " + what + ", " + then.String()
		case win && then.Verb == "take":
			parts[i] = "if " + what + ", " + then.Object
		case win:
			parts[i] = "if " + what + ", " + then.String()
		case i == 0:
			parts[i] = "take " + what + ", and your opponent " + then.Theirs()
		default:
			parts[i] = what + ", and they " + then.String()
		}
		if r.both {
			parts[i] += ", and vice versa"
		}
	}
	return strings.Join(parts, "; ") + "."
}

// answerTo tells the winner's move and all answers if they are at most that many, else the one to the likeliest reply.
// It is "" if none is known.
func (g *Justification) answerTo(r *theory.Reason, most int) (text string, all bool) {
	rules, win := g.rules(), r.Claim == theory.CanWin
	all = g.All && len(rules) <= most
	switch {
	case win && games.Over(g.Lost):
		return r.Subject() + " leaves your opponent no move.", true
	case len(rules) == 0:
		return "", false
	case !all:
		rules = []rule{slices.MaxFunc(rules, func(a, b rule) int { return cmp.Compare(a.high-a.low, b.high-b.low) })}
	}
	if text = g.sentences(rules, win); win {
		text = r.Ordered(theory.Sentence(text))
	}
	return text, all
}

const shownRules = 30

func (g *Justification) allAnswers(win bool) (lines []string) {
	rules := g.rules()
	slices.SortStableFunc(rules, func(a, b rule) int { return cmp.Compare(g.part(a), g.part(b)) })
	for i, r := range rules[:min(len(rules), shownRules)] {
		if part := g.part(r); len(g.Components) > 0 && (i == 0 || part != g.part(rules[i-1])) {
			lines = append(lines, "In "+partName(g.Components[part].Places)+":")
		}
		lines = append(lines, "- "+theory.Sentence(g.sentences([]rule{r}, win)))
	}
	switch more := len(rules) - shownRules; {
	case more > 0 && g.All:
		lines = append(lines, fmt.Sprintf("and %d more, for the other moves.", more))
	case !g.All && len(lines) > 0:
		lines = append(lines, "Anything else loses as well.")
	}
	return lines
}

func (g *Justification) part(r rule) int {
	name := g.Lost.Name(r.Stack)
	return max(0, slices.IndexFunc(g.Components, func(c theory.Component) bool { return slices.Contains(c.Places, name) }))
}
