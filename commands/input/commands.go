package input

import (
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/puzzle"
)

// The commands that several rooms name.
const (
	Play             Name[PlayInput]             = "play"
	Help             Name[HelpInput]             = "help"
	Challenge        Name[ChallengeInput]        = "challenge"
	Accept           Name[AcceptInput]           = "match accept"
	Decline          Name[None]                  = "match decline"
	Cancel           Name[AfarInput]             = "match cancel"
	Move             Name[MoveInput]             = "move"
	Tap              Name[Tapping]               = "tap"
	Hint             Name[HintInput]             = "hint"
	Resign           Name[ResignInput]           = "match resign"
	Veto             Name[HintInput]             = "match veto"
	Takeback         Name[None]                  = "match takeback"
	Claim            Name[AfarInput]             = "match claim"
	Rematch          Name[None]                  = "match rematch"
	Follow           Name[None]                  = "match follow"
	Board            Name[None]                  = "match board"
	EndClasses       Name[EndClassesInput]       = "manage end-classes"
	Review           Name[ReviewInput]           = "review"
	Rules            Name[RulesInput]            = "rules"
	Analyze          Name[AnalyzeInput]          = "study analyze"
	AnalyzeMessage   Name[AnalyzeMessageInput]   = "analyze-message"
	Learn            Name[LearnInput]            = "learn"
	PuzzleToday      Name[None]                  = "puzzle today"
	PuzzleNew        Name[PuzzleNewInput]        = "puzzle new"
	PuzzleAnswer     Name[PuzzleAnswerInput]     = "puzzle answer"
	PuzzleDrill      Name[PuzzleDrillInput]      = "puzzle drill"
	RaceStart        Name[RaceStartInput]        = "race start"
	RaceAnswer       Name[RaceAnswerInput]       = "race answer"
	RaceRecords      Name[PageInput]             = "leaderboard races"
	PuzzleRecords    Name[None]                  = "leaderboard puzzles"
	TournamentList   Name[None]                  = "tournament list"
	TournamentCreate Name[TournamentCreateInput] = "tournament create"
	TournamentShow   Name[Which]                 = "tournament show"
	TournamentBoards Name[TournamentBoardsInput] = "tournament boards"
	Profile          Name[ProfileInput]          = "profile"
	Settings         Name[SettingsInput]         = "settings me"
)

// PlayInput is the input of the front door.
type PlayInput struct {
	Game *games.Variant `option:"game" help:"Open this game's page (default: start here)"`
}

// HelpInput is the input of the command that explains the others.
type HelpInput struct {
	Topic string `option:"topic" help:"A topic or a command, such as tournaments or challenge"`
}

// ChallengeInput is the input of a challenge.
type ChallengeInput struct {
	Game     *games.Variant    `option:"game" help:"The game, such as end-nim (default: this server's usual game)"`
	Opponent User              `option:"opponent" help:"Who to challenge (default: me)"`
	Open     bool              `option:"open" help:"Let anyone accept"`
	Position Position          `option:"position" help:"The starting position, such as 3 5 2 (default: random)"`
	Size     SizeName          `option:"size" help:"Size of a random starting position (default: medium)"`
	Level    match.Level       `option:"level" help:"How well I play (default: this server's default level)"`
	First    match.FirstChoice `option:"first" help:"Who goes first (default: a coin toss; against me, the side that can win)"`
	Side     match.SideChoice  `option:"side" help:"Your side in a partizan game (default: Left)"`
	Rated    bool              `option:"rated" help:"Rated: two games with sides swapped (default: no)"`
	Thread   *bool             `option:"thread" help:"Play in a new thread (default: no)"`
	Time     TurnTime          `option:"time" help:"Time per turn, such as 2m, 2h or 1d (default: no limit, or 1d if rated)"`

	Lesson string `button:"lesson"` // whose test it is
	Direct bool   `button:"direct"`
	Suited bool   `button:"suited"` // at the level that suits the speaker
	Form   bool   `button:"form"`
	// A form has room for five inputs, so two of them stand for several fields.
	Against string `button:"against"` // the opponent, if the option for a person is empty
	Terms   string `button:"terms"`   // rated or casual, and the time per turn
}

// ExampleStart as the position of a challenge means the example of the rules, which may be too long
// for a button.
const ExampleStart = "example"

// AcceptInput is the input of accepting a challenge.
type AcceptInput struct {
	First match.FirstChoice `button:"first"` // if the challenge lets the opponent choose
}

// AfarInput names a match or challenge of the list, wherever it is; zero for the channel's.
type AfarInput struct {
	Match MatchNumber `button:"match"`
}

// MoveInput is the input of a move. After a tap on a place, the move may be a number.
type MoveInput struct {
	Move  string `option:"move" help:"Your move, such as L-2 or 1-3" required:"yes"`
	Where string `button:"where"`
}

// ResignInput is the input of a resignation. Sure is set once the player has confirmed it.
type ResignInput struct {
	AfarInput
	Sure bool `button:"sure"`
}

// HintInput is the input of a hint or a veto. Sure is set once the player has accepted its cost.
type HintInput struct {
	Sure bool `button:"sure"`
}

// EndClassesInput is the input of ending all classes of a person.
type EndClassesInput struct {
	User User `option:"user" help:"Whose classes" required:"yes"`
	Sure bool `button:"sure"`
}

// ReviewInput is the input of the replay of a match.
type ReviewInput struct {
	Match   MatchNumber `option:"match" help:"The number of the match" required:"yes"`
	Step    int         `button:"step"`
	Mistake int         `button:"mistake"` // the number of a move that gave up a win
	Files   bool        `button:"files"`
}

// RulesInput is the input of the rules of a game.
type RulesInput struct {
	Game *games.Variant `option:"game" help:"The game, such as end-nim"`
}

// PositionInput is a position of a game.
type PositionInput struct {
	Game     *games.Variant `option:"game" help:"The game, such as end-nim" required:"yes"`
	Position Position       `option:"position" help:"The position, such as 3 5 2" required:"yes"`
}

// AnalyzeInput is the input of an analysis.
type AnalyzeInput struct {
	PositionInput
	Full  bool `button:"full"`
	Proof bool `button:"proof"`
}

// AnalyzeMessageInput is a message to analyze. Game and Position are those of a message of ours.
type AnalyzeMessageInput struct {
	Text     string         `button:"text"`
	Game     *games.Variant `button:"game"`
	Position string         `button:"position"`
}

// LearnInput is the input of a lesson.
type LearnInput struct {
	Lesson string `option:"lesson" help:"Which lesson (default: where you stopped)"`
	Page   int    `button:"page"` // of the text, from 1
}

// PuzzleNewInput is the input of a new puzzle.
type PuzzleNewInput struct {
	Game  *games.Variant `option:"game" help:"The game (default: any)"`
	Level puzzle.Level   `option:"level" help:"How hard it is (default: by your puzzle rating)"`
}

// PuzzleAnswerInput is an answer to a puzzle, an exercise or a drill.
type PuzzleAnswerInput struct {
	Move     string `option:"move" help:"Your move in your current puzzle"`
	ID       string `button:"id"`
	Solution bool   `button:"solution"` // gives up
	Step     *int   `button:"step"`     // how far a wrong answer is played out
	Tapping
}

// PuzzleDrillInput is the input of a drill.
type PuzzleDrillInput struct {
	Game *games.Variant `button:"game"`
}

// RaceStartInput is the input of a new race.
type RaceStartInput struct {
	Game    *games.Variant `option:"game" help:"The game (default: nim)"`
	Level   puzzle.Level   `option:"level" help:"How hard the boards are (default: from easy to hard)"`
	Seconds int            `option:"seconds" help:"Seconds, from 60 to 300 (default: 90)"`
}

// RaceInput names a race; zero for the channel's.
type RaceInput struct {
	ID int64 `button:"id"`
}

// RaceAnswerInput is an answer to a board of a race.
type RaceAnswerInput struct {
	Move string `option:"move" help:"Your move on your board"`
	Tapping
	RaceInput
	Board int `button:"board"` // its number, of the race
}

// PageInput is the page of a list, from 1.
type PageInput struct {
	Page int `button:"page"`
}

// TournamentCreateInput is the input of a new tournament. Format is a tournament.Format: with that package the page's
// program would have to load all of tournaments first.
type TournamentCreateInput struct {
	Name    string         `option:"name" help:"Its name, such as Friday evening"`
	Format  string         `option:"format" help:"How it is played"`
	Game    *games.Variant `option:"game" help:"The game (default: a different one each round)"`
	Size    SizeName       `option:"size" help:"Size of a random starting position (default: medium)"`
	Time    string         `option:"time" help:"Time per turn, such as 1m or 1d (default: 2m; simul: 10m)"`
	Starts  string         `option:"starts" help:"Start time in UTC: 20:30, YYYY-MM-DD 20:00 or in 2h"`
	Rounds  int            `option:"rounds" help:"Rounds of a Swiss (default: 5)"`
	Minutes int            `option:"minutes" help:"Length of an arena, 20 to 120 (default: 60)"`
	Places  int            `option:"places" help:"Places (default: 128; simul: 30)"`
	Rated   bool           `option:"rated" help:"Rated (default: no)"`
	Form    bool           `button:"form"`
}

// TournamentBoardsInput is the input of the list of a player's boards in a tournament.
type TournamentBoardsInput struct {
	PageInput
	Which
}

// ProfileInput is the input of a profile.
type ProfileInput struct {
	User  User   `option:"user" help:"Whose profile (default: yours)"`
	Badge string `button:"badge"`
}

// SettingsInput is the input of the settings of a person or server.
type SettingsInput struct {
	Name   string `option:"name" help:"Which setting (default: all)" word:"yes"`
	Value  string `option:"value" help:"The new value, or default"`
	Page   string `button:"page"`
	Person User   `button:"person"`
}
