package view

import (
	"fmt"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
)

// WinnerName is the option of a claim, and ClaimLeft and ClaimRight are its values.
const (
	WinnerName = "winner"
	ClaimLeft  = "first"
	ClaimRight = "second"
)

// ClaimText is a claim in words.
func ClaimText(v *games.Variant, c match.Claim) string {
	switch {
	case c == match.LeftClaim && v.Partizan:
		return "Left wins"
	case c == match.RightClaim && v.Partizan:
		return "Right wins"
	case c == match.LeftClaim:
		return "Whoever moves first wins"
	}
	return "Whoever moves second wins"
}

// Claims asks two players who wins from a position.
func Claims(t *match.Tournament, m match.Meeting, c referee.ClaimsPosition, l Look) *Card {
	card := PositionCard(c.Position, ShapePicture(c.Position, l.Style), l)
	card.Title, card.Tone = fmt.Sprintf("%s, round %d: who wins?", t.Name, m.Round), Playing
	card.Body = c.Variant.Name + ". " + c.Variant.Rules.Summary
	turn := c.Position.Turn()
	switch {
	case c.Variant.Partizan:
		card.Body += "\nLeft moves first."
	case turn.Actor != turn.Owner:
		card.Body += "\nWhoever moves first has the first turn, though the other player begins it with a decision."
	}
	card.Question = "**Who wins, if both play perfectly?**"
	for _, claim := range []match.Claim{match.LeftClaim, match.RightClaim} {
		value := ClaimLeft
		if claim == match.RightClaim {
			value = ClaimRight
		}
		card.Actions = append(card.Actions, Action{Label: ClaimText(c.Variant, claim), Command: TournamentName, Options: map[string]string{WinnerName: value}, Style: Primary})
	}
	card.Actions = append(card.Actions, Rules(c.Variant))
	return card
}

// ClaimsText calls two players to claim.
func ClaimsText(t *match.Tournament, m match.Meeting) string {
	return fmt.Sprintf("**%s, round %d.** %s and %s, you stand 1–1 once more. Nothing is played now: each of you says in secret who wins from this board. The time for it ends %s. "+
		"If one of you is right and the other is not, that decides. Else it is who found more wins in your games, then the higher rating. Saying nothing is wrong.",
		t.Name, m.Round, PlayerName(m.First), PlayerName(m.Second), Moment(m.Until, Relative))
}

// ClaimNoted confirms a claim to whoever has made it.
func ClaimNoted(m match.Meeting, v *games.Variant, claim match.Claim) string {
	text := fmt.Sprintf("You claim: %s.", lowerStart(ClaimText(v, claim)))
	if v.Partizan {
		text = fmt.Sprintf("You claim: %s.", ClaimText(v, claim))
	}
	if m.Claims[0] != match.NoClaim && m.Claims[1] != match.NoClaim {
		return text + " Both of you have claimed: it is told here in a moment."
	}
	return text + " Nobody else sees it. You can change it until your opponent has claimed too, or the time is over."
}

// Reveal tells what came of a meeting by claims. Why says who wins from the position, and why.
func Reveal(t *match.Tournament, m match.Meeting, v *games.Variant, r referee.ClaimsResult, why string) string {
	if m.Forfeit {
		return fmt.Sprintf("%s is over, so the claims here decide nothing.", t.Name)
	}
	winner := 0
	if m.Won[1] > m.Won[0] {
		winner = 1
	}
	players := [2]string{m.First, m.Second}
	text := ""
	for seat, id := range players {
		said := "has claimed nothing, which counts as wrong"
		if claim := m.Claims[seat]; claim != match.NoClaim {
			said = "has claimed “" + ClaimText(v, claim) + "”, which is wrong"
			if r.Knew(&m, seat) {
				said = "has claimed “" + ClaimText(v, claim) + "”, which is right"
			}
		}
		text += PlayerName(id) + " " + said + ".\n"
	}
	return text + "**" + ClaimText(v, r.Right) + ".** " + why + "\n" + goesOnText(t, m, r, winner)
}

// goesOnText says who goes on after claims, and for what.
func goesOnText(t *match.Tournament, m match.Meeting, r referee.ClaimsResult, winner int) string {
	players := [2]string{m.First, m.Second}
	loser := 1 - winner
	name, other := PlayerName(players[winner]), PlayerName(players[loser])
	first, second := t.Find(players[winner]), t.Find(players[loser])
	knew, same := [2]bool{r.Knew(&m, winner), r.Knew(&m, loser)}, "Both were wrong"
	if knew[0] {
		same = "Both were right"
	}
	switch {
	case knew[0] && !knew[1]:
		return fmt.Sprintf("**%s goes on**, who knew it.", name)
	case knew[0] == knew[1] && r.Found[winner] > r.Found[loser]:
		return fmt.Sprintf("%s. **%s goes on**, who has found more wins in your games: %d against %d.", same, name, r.Found[winner], r.Found[loser])
	case knew[0] == knew[1] && r.Found[0] == r.Found[1] && first.Rating > second.Rating:
		return fmt.Sprintf("%s, and each of you has found %d of the wins in your games. **%s goes on**, as the one with the higher rating: %.0f against %.0f.", same, r.Found[0], name, first.Rating, second.Rating)
	case knew[0] == knew[1] && r.Found[0] == r.Found[1] && first.Rating == second.Rating:
		return fmt.Sprintf("%s, each of you has found as many wins (%d), and you have the same rating. **%s goes on**, as the one who had the first turn in your first game.", same, r.Found[0], name)
	}
	return fmt.Sprintf("**%s goes on**, as %s has left.", name, other)
}
