package commands

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/lesson"
)

// A dataFile is what "/privacy action:show" gives: JSON for a person and for whatever
// they read it with. Its names are a promise, so it is made of types of its own, and
// units are in the names. What is missing is not known or does not apply.
type dataFile struct {
	Player        dataPlayer         `json:"player"`
	Matches       []dataMatch        `json:"matches"` // newest first
	Challenges    []dataChallenge    `json:"challenges"`
	Ratings       []dataRating       `json:"ratings"`
	RatingChanges []dataRatingChange `json:"rating_changes"`
	Tallies       []dataTally        `json:"tallies"`
	Servers       []string           `json:"servers"` // where a match was finished
	Puzzles       []dataPuzzle       `json:"puzzles"`
	AskedPuzzle   string             `json:"puzzle_asked_last,omitzero"`
	AskedIn       string             `json:"puzzle_asked_in_channel,omitzero"`
	PuzzleAsked   time.Time          `json:"puzzle_asked_utc,omitzero"`
	PuzzleRating  *dataRating        `json:"puzzle_rating,omitzero"`
	Lessons       []dataLesson       `json:"lessons"`
	BrokenRules   []dataBroken       `json:"rules_broken"`
	Classes       []dataClass        `json:"classes"`
	Tournaments   []dataTournament   `json:"tournaments"` // newest first
	Settings      dataSettings       `json:"settings"`
	Seasons       []dataSeason       `json:"seasons"` // closed, the latest first
	Marks         []dataMark         `json:"marks_told"`
	Follows       []int64            `json:"follows"`             // matches
	Incomplete    bool               `json:"incomplete,omitzero"` // there is even more
}

type dataPlayer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type dataMatch struct {
	ID            int64      `json:"id"`
	Channel       string     `json:"channel"`
	Server        string     `json:"server,omitzero"`
	Variant       string     `json:"variant"`
	Family        string     `json:"family"`
	Start         string     `json:"start"`
	StartChosen   bool       `json:"start_chosen"` // by a player, not generated
	First         string     `json:"first"`        // left or right
	Left          dataPlayer `json:"left"`
	Right         dataPlayer `json:"right"`
	Level         string     `json:"level,omitzero"`
	Seed          string     `json:"seed,omitzero"` // a number too large for many readers of JSON
	Rated         bool       `json:"rated"`
	FirstOfPair   int64      `json:"first_match_of_pair,omitzero"`
	GameOfPair    int        `json:"game_of_pair,omitzero"` // 1 or 2
	TurnSeconds   float64    `json:"turn_seconds,omitzero"`
	Pace          string     `json:"pace"` // live or long
	State         string     `json:"state"`
	Winner        string     `json:"winner,omitzero"`
	Termination   string     `json:"termination,omitzero"`
	Version       int64      `json:"version"`
	Tournament    int64      `json:"tournament,omitzero"`
	Hints         dataHelp   `json:"hints"`
	HintsHere     int        `json:"hints_here"` // of these, in the position on the board
	Takebacks     dataHelp   `json:"takebacks"`
	WinsToFind    *dataHelp  `json:"wins_to_find,omitzero"` // missing: not reviewed yet
	WinsFound     *dataHelp  `json:"wins_found,omitzero"`
	TakebackAsked string     `json:"takeback_asked_by,omitzero"`
	CalledOff     string     `json:"called_off_by,omitzero"`
	Uncounted     bool       `json:"uncounted_pair,omitzero"` // after those of a day that count
	Advised       bool       `json:"advised_meanwhile,omitzero"`
	Critical      int        `json:"critical_decisions,omitzero"` // of a win for the wall of honour
	Lesson        string     `json:"test_of_lesson,omitzero"`
	Message       string     `json:"message,omitzero"`
	Created       time.Time  `json:"created_utc"`
	Updated       time.Time  `json:"updated_utc"`
	Ended         time.Time  `json:"ended_utc,omitzero"`
	Deadline      time.Time  `json:"deadline_utc,omitzero"`
	Remind        time.Time  `json:"remind_utc,omitzero"`
	Reminded      bool       `json:"reminded,omitzero"`
	AbandonAt     time.Time  `json:"abandon_utc,omitzero"`
	Moves         []dataMove `json:"moves"`
}

// dataHelp counts something for each side.
type dataHelp struct {
	Left  int `json:"left"`
	Right int `json:"right"`
}

type dataMove struct {
	By   string    `json:"by"` // left or right
	Move string    `json:"move"`
	At   time.Time `json:"at_utc"`
}

type dataChallenge struct {
	ID          int64       `json:"id"`
	Channel     string      `json:"channel"`
	Server      string      `json:"server,omitzero"`
	Challenger  dataPlayer  `json:"challenger"`
	Opponent    *dataPlayer `json:"opponent,omitzero"` // missing: anyone may accept
	Variant     string      `json:"variant"`
	Start       string      `json:"start,omitzero"` // missing where it is not to be known yet
	StartChosen bool        `json:"start_chosen"`
	First       string      `json:"first"`
	Side        string      `json:"side,omitzero"`
	Rated       bool        `json:"rated"`
	TurnSeconds float64     `json:"turn_seconds,omitzero"`
	State       string      `json:"state"`
	Message     string      `json:"message,omitzero"`
	Created     time.Time   `json:"created_utc"`
	Expires     time.Time   `json:"expires_utc,omitzero"`
	Closed      time.Time   `json:"closed_utc,omitzero"`
}

// dataStrength is a rating: value and deviation in points, volatility in units of
// 173.7 points a rating period.
type dataStrength struct {
	Value      float64 `json:"value_points"`
	Deviation  float64 `json:"deviation_points"`
	Volatility float64 `json:"volatility"`
}

type dataRating struct {
	Family string `json:"family"`
	Pace   string `json:"pace"`
	dataStrength
	Games   int       `json:"games"`
	Wins    int       `json:"wins"`
	Losses  int       `json:"losses"`
	Draws   int       `json:"draws"`
	Streak  int       `json:"streak"` // wins in a row, negative: losses in a row
	Updated time.Time `json:"updated_utc"`
}

type dataRatingChange struct {
	Match  int64        `json:"match"`
	Family string       `json:"family"`
	Pace   string       `json:"pace"`
	Before dataStrength `json:"before"`
	After  dataStrength `json:"after"`
	Points float64      `json:"points"` // 1 a win, 0 a loss
	At     time.Time    `json:"at_utc"`
}

// dataTally counts finished matches of a family of games.
type dataTally struct {
	Family  string `json:"family"`
	Wins    int    `json:"wins"`
	Losses  int    `json:"losses"`
	Draws   int    `json:"draws"`   // nobody won
	Unrated int    `json:"unrated"` // of all these
}

type dataPuzzle struct {
	Puzzle  string    `json:"puzzle"`
	Server  string    `json:"server,omitzero"` // that counts it, or "local"
	Variant string    `json:"variant,omitzero"`
	Family  string    `json:"family,omitzero"`
	Tries   int       `json:"tries"`
	Tried   time.Time `json:"tried_utc"`
	Solved  time.Time `json:"solved_utc,omitzero"`
	GaveUp  time.Time `json:"gave_up_utc,omitzero"`
}

// dataBroken counts how often a rule of a lesson was broken in its exercises.
type dataBroken struct {
	Lesson string `json:"lesson"`
	Rule   string `json:"rule"`
	Times  int    `json:"times"`
}

// dataClass is a class that the person leads or is in. What a student is given is what the
// class has to do with them.
type dataClass struct {
	ID          int64            `json:"id"`
	Server      string           `json:"server,omitzero"`
	Channel     string           `json:"channel"`
	Name        string           `json:"name"`
	Teacher     dataPlayer       `json:"teacher"`
	Code        string           `json:"code,omitzero"` // for the teacher
	Created     time.Time        `json:"created_utc"`
	Ended       time.Time        `json:"ended_utc,omitzero"`
	Joined      time.Time        `json:"joined_utc,omitzero"`
	Version     int64            `json:"version"`
	Message     string           `json:"message,omitzero"`
	Assignments []dataAssignment `json:"assignments,omitzero"` // for the teacher
	PuzzleSets  []dataPuzzleSet  `json:"puzzle_sets,omitzero"` // for the teacher
}

type dataPuzzleSet struct {
	ID      int64           `json:"id"`
	Name    string          `json:"name"`
	Made    time.Time       `json:"made_utc"`
	Puzzles []dataSetPuzzle `json:"puzzles"`
}

type dataSetPuzzle struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
	Text     string `json:"text,omitzero"`
}

type dataAssignment struct {
	Given time.Time `json:"given_utc"`
	Until time.Time `json:"until_utc"`
	Tasks []string  `json:"tasks"` // in words
}

// newDataClass writes a class.
func newDataClass(c *match.Class) dataClass {
	d := dataClass{
		ID: c.ID, Server: c.Server, Channel: c.Channel, Name: c.Name, Teacher: dataPlayer(c.Teacher), Code: c.Code,
		Created: c.Created, Ended: c.Ended, Version: c.Version, Message: c.Message,
	}
	for _, m := range c.Members {
		d.Joined = m.Joined
	}
	for _, a := range c.Assignments {
		d.Assignments = append(d.Assignments, dataAssignment{Given: a.Given, Until: a.Until, Tasks: convertAll(a.Tasks, func(t *match.Task) string {
			return view.TaskText(*t, func(t match.Task) string { return cmp.Or(t.Variant, t.Family) })
		})})
	}
	for _, set := range c.Sets {
		d.PuzzleSets = append(d.PuzzleSets, dataPuzzleSet{set.ID, set.Name, set.Made, convertAll(set.Puzzles, func(p *match.SetPuzzle) dataSetPuzzle { return dataSetPuzzle(*p) })})
	}
	return d
}

type dataLesson struct {
	Lesson    string    `json:"lesson"`
	Seed      string    `json:"seed"` // of the exercises, a number too large for many readers of JSON
	Exercises int       `json:"exercises_solved"`
	Wins      int       `json:"tests_passed"`
	Channel   string    `json:"channel,omitzero"`
	Opened    time.Time `json:"opened_utc"`
}

// dataTournament is a tournament that the person leads, or has been in.
type dataTournament struct {
	ID           int64       `json:"id"`
	Server       string      `json:"server,omitzero"`
	Channel      string      `json:"channel"`
	Name         string      `json:"name"`
	Leader       dataPlayer  `json:"leader"`
	Format       string      `json:"format"`
	Variant      string      `json:"variant,omitzero"`
	Size         string      `json:"size"`
	TurnSeconds  float64     `json:"turn_seconds"`
	Rounds       int         `json:"rounds,omitzero"`
	Minutes      float64     `json:"minutes,omitzero"`
	Places       int         `json:"places"`
	Rated        bool        `json:"rated"`
	Seed         string      `json:"seed,omitzero"` // once it is over
	State        string      `json:"state"`
	Round        int         `json:"round"`
	Created      time.Time   `json:"created_utc"`
	Starts       time.Time   `json:"starts_utc,omitzero"`
	Started      time.Time   `json:"started_utc,omitzero"`
	Ended        time.Time   `json:"ended_utc,omitzero"`
	Reminded     bool        `json:"reminded"`
	Version      int64       `json:"version"`
	Message      string      `json:"message,omitzero"`
	Participates *dataTaking `json:"participation,omitzero"`
	Apart        []dataApart `json:"kept_apart,omitzero"` // of the person, or all for who leads it
}

// dataApart are two people who do not meet in a tournament.
type dataApart struct {
	One   dataPlayer `json:"one"`
	Other dataPlayer `json:"other"`
}

type dataTaking struct {
	Rating      float64   `json:"rating_points"`
	FirstRound  int       `json:"first_round"`
	LastRound   int       `json:"last_round,omitzero"`
	Paused      bool      `json:"paused"`
	MissedInRow int       `json:"missed_in_a_row"`
	Joined      time.Time `json:"joined_utc"`
	Place       int       `json:"place,omitzero"` // when it had come to its end
}

// newDataTournament writes a tournament.
func newDataTournament(t *match.Tournament) dataTournament {
	d := dataTournament{
		ID: t.ID, Server: t.Server, Channel: t.Channel, Name: t.Name, Leader: dataPlayer(t.Leader), Format: string(t.Format), Variant: t.Variant,
		Size: t.Size, TurnSeconds: t.TurnTime.Seconds(), Rounds: t.Rounds, Minutes: t.Length.Minutes(), Places: t.Places, Rated: t.Rated,
		State: string(t.State), Round: t.Round, Created: t.Created, Starts: t.Starts, Started: t.Started, Ended: t.Ended, Reminded: t.Reminded, Version: t.Version, Message: t.Message,
	}
	for _, p := range t.Apart {
		d.Apart = append(d.Apart, dataApart{dataPlayer(p[0]), dataPlayer(p[1])})
	}
	if t.Closed() { // before, it would give the boards away
		d.Seed = strconv.FormatUint(t.Seed, 10)
	}
	if len(t.Entrants) > 0 {
		e := &t.Entrants[0]
		d.Participates = &dataTaking{Rating: e.Rating, FirstRound: e.Joined, LastRound: e.Left, Paused: e.Paused, MissedInRow: e.Missed, Joined: e.At, Place: e.Place}
	}
	return d
}

// dataSettings are a person's; what is missing is as it is for everybody.
type dataSettings struct {
	Pings     string `json:"pings,omitzero"` // away, always, direct or off
	TextOnly  bool   `json:"text_only"`
	LargeText bool   `json:"large_text"`
	Light     bool   `json:"light_boards"`
	Theme     string `json:"theme,omitzero"` // felt, wood, slate or plain
	NoMarks   bool   `json:"no_marks"`       // they are not announced
	NoCalls   bool   `json:"no_reminders"`   // of tournaments
	News      string `json:"news,omitzero"`  // needed or off
	Unnamed   bool   `json:"unnamed"`        // in what is posted
	Changes   int64  `json:"changes"`        // how often something was set
}

// dataSeason is a place in the standings of a month, in points.
type dataSeason struct {
	Season  string `json:"season"`
	Server  string `json:"server,omitzero"` // missing: of all
	Place   int    `json:"place"`
	People  int    `json:"people_points"`
	Bot     int    `json:"bot_points"`
	Puzzles int    `json:"puzzle_points"`
	Events  int    `json:"tournament_points"`
}

// dataMark is a mark that the player was told of.
type dataMark struct {
	Mark string    `json:"mark"`
	Told time.Time `json:"told_utc"`
}

// newDataFile writes personal data for the person whose they are.
func newDataFile(d *match.PersonalData) *dataFile {
	f := &dataFile{
		Player:        dataPlayer(d.Player),
		Matches:       convertAll(d.Matches, newDataMatch),
		Challenges:    convertAll(d.Challenges, newDataChallenge),
		Ratings:       convertAll(d.Ratings, newDataRating),
		RatingChanges: convertAll(d.RatingChanges, newDataRatingChange),
		Tallies:       make([]dataTally, 0, len(d.Tallies)),
		Servers:       append([]string{}, d.Servers...),
		Puzzles: convertAll(d.Puzzles, func(p *match.Puzzle) dataPuzzle {
			return dataPuzzle{Puzzle: p.ID.String(), Server: p.Room, Variant: p.Variant, Family: p.Family, Tries: p.Tries, Tried: p.Tried, Solved: p.Solved, GaveUp: p.GaveUp}
		}),
		AskedPuzzle: d.AskedPuzzle.Puzzle.String(), AskedIn: d.AskedPuzzle.Channel, PuzzleAsked: d.AskedPuzzle.At,
		Lessons: convertAll(d.Lessons, func(l *match.Lesson) dataLesson {
			return dataLesson{Lesson: l.ID, Seed: strconv.FormatUint(l.Seed, 10), Exercises: l.Exercises, Wins: l.Wins, Channel: l.Channel, Opened: l.Opened}
		}),
		BrokenRules: convertAll(d.BrokenRules, func(b *match.BrokenRule) dataBroken {
			d := dataBroken{Lesson: b.Lesson, Times: b.Times}
			if l := lesson.Find(b.Lesson); l != nil {
				d.Rule = l.Sentence(b.Rule)
			}
			return d
		}),
		Classes:     convertAll(d.Classes, newDataClass),
		Tournaments: convertAll(d.Tournaments, newDataTournament),
		Settings: dataSettings{
			Pings: string(d.Settings.Pings), TextOnly: d.Settings.TextOnly, LargeText: d.Settings.LargeText,
			Light: d.Settings.LightBoards, Theme: string(d.Settings.Theme), NoMarks: d.Settings.NoMarks, NoCalls: d.Settings.NoReminders,
			News: string(d.Settings.News), Unnamed: d.Settings.Unnamed, Changes: d.Settings.Version,
		},
		Seasons: convertAll(d.Seasons, func(c *match.ClosedStanding) dataSeason {
			return dataSeason{Season: string(c.Season), Server: c.Server, Place: c.Place, People: c.People, Bot: c.Bot, Puzzles: c.Puzzles, Events: c.Tournaments}
		}),
		Follows:    append([]int64{}, d.Follows...),
		Marks:      convertAll(d.ToldMarks, func(m *match.ToldMark) dataMark { return dataMark(*m) }),
		Incomplete: d.More,
	}
	for _, family := range slices.Sorted(maps.Keys(d.Tallies)) {
		t := d.Tallies[family]
		f.Tallies = append(f.Tallies, dataTally{Family: family, Wins: t.Wins, Losses: t.Losses, Draws: t.Draws, Unrated: t.Unrated})
	}
	if d.PuzzleRating.Games > 0 {
		r := newDataRating(&d.PuzzleRating)
		f.PuzzleRating = &r
	}
	return f
}

// convertAll converts every one of a list. An empty list is written as one.
func convertAll[T, U any](list []T, convert func(*T) U) []U {
	all := make([]U, len(list))
	for i := range list {
		all[i] = convert(&list[i])
	}
	return all
}

func newDataMatch(m *match.Match) dataMatch {
	d := dataMatch{
		ID: m.ID, Channel: m.Channel, Server: m.Server, Variant: m.Variant, Family: m.Family,
		Start: m.Start, StartChosen: m.Chosen, First: m.First.String(),
		Left: dataPlayer(m.Sides[games.Left].Player), Right: dataPlayer(m.Sides[games.Right].Player), Level: string(m.Level), Rated: m.Rated,
		FirstOfPair: m.Pair, GameOfPair: int(m.Leg), TurnSeconds: m.TurnTime.Seconds(),
		Pace: string(m.Pace), State: string(m.State), Winner: m.Winner.Code(), Termination: string(m.Termination), Version: m.Version,
		Hints:         dataHelp{m.Sides[games.Left].Hints, m.Sides[games.Right].Hints},
		HintsHere:     m.HintsHere,
		Takebacks:     dataHelp{m.Sides[games.Left].Takebacks, m.Sides[games.Right].Takebacks},
		TakebackAsked: m.Offer.Code(), CalledOff: m.CalledOff.Code(), Uncounted: m.Uncounted, Advised: m.Advised, Critical: m.Critical, Lesson: m.Lesson, Tournament: m.Tournament, Message: m.Message,
		Created: m.Created, Updated: m.Updated, Ended: m.Ended,
		Deadline: m.Deadline, Remind: m.Remind, Reminded: m.Reminded, AbandonAt: m.AbandonAt,
		Moves: convertAll(m.Moves, func(move *match.Move) dataMove {
			return dataMove{By: move.Actor.String(), Move: move.Text, At: move.At}
		}),
	}
	if m.Reviewed {
		left, right := m.Findings[games.Left], m.Findings[games.Right]
		d.WinsToFind, d.WinsFound = &dataHelp{left.Wins, right.Wins}, &dataHelp{left.Kept, right.Kept}
	}
	if m.Finished() { // before, it would give the bot's next moves away
		d.Seed = strconv.FormatUint(m.Seed, 10)
	}
	return d
}

func newDataChallenge(c *match.Challenge) dataChallenge {
	d := dataChallenge{
		ID: c.ID, Channel: c.Channel, Server: c.Server, Challenger: dataPlayer(c.Challenger),
		Variant: c.Variant, StartChosen: c.Chosen, First: string(c.First), Side: string(c.Side),
		Rated: c.Rated, TurnSeconds: c.TurnTime.Seconds(), State: string(c.State), Message: c.Message,
		Created: c.Created, Expires: c.Expires, Closed: c.Closed,
	}
	if !c.Rated || c.State != match.ChallengeOpen {
		d.Start = c.Start
	}
	if !c.ToAnyone() {
		opponent := dataPlayer(c.Opponent)
		d.Opponent = &opponent
	}
	return d
}

func newDataStrength(r *match.Rating) dataStrength {
	return dataStrength{Value: r.Value, Deviation: r.Deviation, Volatility: r.Volatility}
}

func newDataRating(r *match.Rating) dataRating {
	return dataRating{
		Family: r.Family, Pace: string(r.Pace), dataStrength: newDataStrength(r), Games: r.Games,
		Wins: r.Wins, Losses: r.Losses, Draws: r.Draws, Streak: r.Streak, Updated: r.Updated,
	}
}

func newDataRatingChange(c *match.RatingChange) dataRatingChange {
	return dataRatingChange{
		Match: c.MatchID, Family: c.After.Family, Pace: string(c.After.Pace), Before: newDataStrength(&c.Before), After: newDataStrength(&c.After),
		Points: c.Points, At: c.At,
	}
}
