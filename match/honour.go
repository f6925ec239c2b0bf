package match

// HonourDecisions is the least Critical of a match on the wall of honour.
const HonourDecisions = 3

// MayBeHonoured reports whether the match can be on the wall of honour: BeatPerfect holds, and the
// winner had no hints, takebacks or other advice. Critical is then how many of the winner's decisions
// had a losing option.
func (m *Match) MayBeHonoured() bool {
	side, _ := m.Winner.Side()
	return m.BeatPerfect() && !m.Sides[side].Helped() && !m.Advised
}

// BeatPerfect reports whether a person has beaten the bot at the level Perfect by the rules, from a
// generated start and not in the test of a lesson.
func (m *Match) BeatPerfect() bool {
	winner, won := m.Victor()
	return won && !winner.IsBot() && m.AgainstBot() && m.Level == Perfect && m.Termination == Played && !m.Chosen && m.Lesson == ""
}
