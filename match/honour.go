package match

// HonourDecisions is how many decisions with a losing option somebody has to have got
// right for the wall of honour.
const HonourDecisions = 3

// MayBeHonoured reports whether the match is for the wall of honour, if it was hard
// enough: a person has beaten the bot as BeatPerfect says, without hints, takebacks and other
// advice. Then Critical is how many of the winner's decisions had a losing option.
func (m *Match) MayBeHonoured() bool {
	side, _ := m.Winner.Side()
	return m.BeatPerfect() && !m.Sides[side].Helped() && !m.Advised
}

// BeatPerfect reports whether a person has beaten the bot at the level Perfect, by the rules,
// from a start that nobody chose and in no test of a lesson.
func (m *Match) BeatPerfect() bool {
	winner, won := m.Victor()
	return won && !winner.IsBot() && m.AgainstBot() && m.Level == Perfect && m.Termination == Played && !m.Chosen && m.Lesson == ""
}
