package sqlstore

import (
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/referee/race"
	"nimatron/referee/season"
)

var words = map[string]string{
	"{playing}":          quote(string(match.Playing)),
	"{finished}":         quote(string(match.Finished)),
	"{open}":             quote(string(match.ChallengeOpen)),
	"{declined}":         quote(string(match.ChallengeDeclined)),
	"{accepted}":         quote(string(match.ChallengeAccepted)),
	"{left}":             quote(games.Left.String()),
	"{right}":            quote(games.Right.String()),
	"{nobody}":           quote(match.Nobody.Code()),
	"{played}":           quote(string(match.Played)),
	"{cancelled}":        quote(string(match.Cancelled)),
	"{no winner}":        strconv.Itoa(int(match.NoWinner)),
	"{won}":              strconv.Itoa(int(match.Won)),
	"{lost}":             strconv.Itoa(int(match.Lost)),
	"{perfect}":          quote(string(match.Perfect)),
	"{alone}":            strconv.Itoa(int(match.Alone)),
	"{second leg}":       strconv.Itoa(int(match.SecondLeg)),
	"{first leg}":        strconv.Itoa(int(match.FirstLeg)),
	"{overall}":          quote(match.Overall),
	"{is deleted}":       "id > " + quote(deletedPrefix+":") + " AND id < " + quote(deletedPrefix+";"), // ";" sorts after ":"
	"{strong}":           quote(string(match.Strong)),
	"{daily}":            quote(string(puzzle.Daily)),
	"{pair won}":         strconv.Itoa(season.PairWonPoints),
	"{pair drawn}":       strconv.Itoa(season.PairDrawnPoints),
	"{from one}":         strconv.Itoa(season.PointsFromOne),
	"{bot day}":          strconv.Itoa(season.BotDayPoints),
	"{first try}":        strconv.Itoa(season.FirstTryPoints),
	"{later try}":        strconv.Itoa(season.LaterTryPoints),
	"{race step}":        strconv.FormatInt(race.Step.Milliseconds(), 10),
	"{first place}":      strconv.Itoa(season.FirstPlacePoints),
	"{second place}":     strconv.Itoa(season.SecondPlacePoints),
	"{third place}":      strconv.Itoa(season.ThirdPlacePoints),
	"{from tournaments}": strconv.Itoa(season.TournamentPoints),
}

var deletedPrefix, _, _ = strings.Cut(match.DeletedPlayer(0).ID, ":")

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
