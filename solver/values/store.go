package values

import (
	"encoding/binary"
	"errors"
	"math/big"
)

// A Game is a short game in canonical form. It belongs to its Store. The zero Game is 0 in every
// Store.
type Game uint32

// Zero is the game without options.
const Zero Game = 0

// ErrLimit is the error of a Store that has reached one of its Limits.
var ErrLimit = errors.New("values: the value takes more work or memory than it may")

// Limits bound a Store.
type Limits struct {
	// Bytes bounds the memory approximately; 0 means DefaultBytes.
	Bytes int
	// Steps bounds the comparisons and sums, about ten million a second; 0 means no bound.
	Steps uint64
	// Stop, if not nil, is called about every thousand steps. Its error becomes the Store's.
	Stop func() error
}

// DefaultBytes is the default of Limits.Bytes.
const DefaultBytes = 256 << 20

// A Store keeps games. It is not safe for concurrent use.
type Store struct {
	limits Limits
	steps  uint64
	bytes  int
	err    error

	nodes   []node
	options []Game          // of all nodes
	table   map[string]Game // nodes by their options
	key     []byte

	order   []ordered // cache of comparisons, by hash
	ordered int       // entries written to order, overwritten ones included
	sums    map[[2]Game]Game
	walls   map[Game]*thermograph
	// numbers are the numbers x of plain games, integers the games 0, 1, 2 and so on.
	numbers  map[Game]*big.Rat
	integers []Game

	// Cached comparisons with the game under construction: whether it is at least, and at most, a game.
	below, above []mark
	round        uint32
}

type node struct {
	left, right, end uint32 // bounds in Store.options
	negative, weight Game
	birthday         int32
	// The game is number + ups·↑ + *nim if plain is set; Store.numbers has the number.
	ups, nim int32
	// maxNim is the largest n such that *n is a follower of the game or the game itself.
	maxNim int32
	flags  flags
}

type flags uint8

const (
	atLeast0 flags = 1 << iota
	atMost0
	allSmall // in each follower both players can move, or neither
	plain    // number + ups·↑ + *nim
)

// nodeBytes approximates the memory of a node, with its places in table and marks.
const nodeBytes = 144

// New returns a Store with the game 0.
func New(limits Limits) *Store {
	if limits.Bytes == 0 {
		limits.Bytes = DefaultBytes
	}
	s := &Store{
		limits: limits, table: map[string]Game{}, order: make([]ordered, 1<<12),
		sums: map[[2]Game]Game{}, walls: map[Game]*thermograph{}, numbers: map[Game]*big.Rat{Zero: new(big.Rat)},
		integers: []Game{Zero},
	}
	s.nodes = append(s.nodes, node{flags: atLeast0 | atMost0 | allSmall | plain})
	s.below, s.above = make([]mark, 1), make([]mark, 1)
	return s
}

// Err returns nil, or why recent results are void: ErrLimit or the error of Limits.Stop.
func (s *Store) Err() error { return s.err }

// Allow grants steps more steps and sets Limits.Stop. Cached results stay. A Store beyond its
// memory stays failed.
func (s *Store) Allow(steps uint64, stop func() error) {
	s.limits.Steps, s.limits.Stop = s.steps+steps, stop
	if s.bytes <= s.limits.Bytes {
		s.err = nil
	}
}

// Bytes returns the approximate memory of the Store.
func (s *Store) Bytes() int { return s.bytes }

// Left returns the Left options of g, canonical. They must not be changed.
func (s *Store) Left(g Game) []Game { n := &s.nodes[g]; return s.options[n.left:n.right:n.right] }

// Right returns the Right options of g, canonical. They must not be changed.
func (s *Store) Right(g Game) []Game { n := &s.nodes[g]; return s.options[n.right:n.end:n.end] }

// Birthday returns the number of moves of the longest play in g.
func (s *Store) Birthday(g Game) int { return int(s.nodes[g].birthday) }

// AllSmall reports whether in each follower of g, and in g, both players can move or neither.
func (s *Store) AllSmall(g Game) bool { return s.nodes[g].flags&allSmall != 0 }

func (s *Store) step() bool {
	s.steps++
	const askEvery = 1 << 10
	switch {
	case s.err != nil:
	case s.limits.Steps > 0 && s.steps > s.limits.Steps:
		s.err = ErrLimit
	case s.limits.Stop != nil && s.steps%askEvery == 0:
		s.err = s.limits.Stop()
	}
	return s.err == nil
}

func (s *Store) allocate(bytes int) bool {
	s.bytes += bytes
	if s.err == nil && s.bytes > s.limits.Bytes {
		s.err = ErrLimit
	}
	return s.err == nil
}

// Hold counts a step, and memory that the caller keeps for the games.
func (s *Store) Hold(bytes int) {
	s.step()
	s.allocate(bytes)
}

// intern returns the game with these canonical options, sorted and without duplicates.
func (s *Store) intern(left, right []Game) Game {
	if len(left)+len(right) == 0 || s.err != nil {
		return Zero
	}
	s.key = binary.NativeEndian.AppendUint32(s.key[:0], uint32(len(left)))
	for _, options := range [2][]Game{left, right} {
		for _, o := range options {
			s.key = binary.NativeEndian.AppendUint32(s.key, uint32(o))
		}
	}
	if g, ok := s.table[string(s.key)]; ok {
		return g
	}
	// Growing slices are copied, so their content is briefly in memory twice.
	if !s.allocate(nodeBytes + 12*(len(left)+len(right))) {
		return Zero
	}
	g := Game(len(s.nodes))
	begin := uint32(len(s.options))
	n := node{left: begin, right: begin + uint32(len(left)), end: begin + uint32(len(left)+len(right))}
	s.options = append(append(s.options, left...), right...)
	s.nodes = append(s.nodes, n)
	s.below, s.above = append(s.below, mark{}), append(s.above, mark{})
	s.table[string(s.key)] = g
	s.describe(g)
	return g
}

// mixed is the finalizer of splitmix64.
func mixed(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// describe computes the properties of a new game from its options.
func (s *Store) describe(g Game) {
	left, right := s.Left(g), s.Right(g)
	n := &s.nodes[g]
	n.flags = atLeast0 | atMost0
	if len(left) > 0 && len(right) > 0 {
		n.flags |= allSmall
	}
	for i, options := range [2][]Game{left, right} {
		for _, o := range options {
			of := &s.nodes[o]
			n.birthday = max(n.birthday, of.birthday+1)
			n.maxNim = max(n.maxNim, of.maxNim)
			if of.flags&allSmall == 0 {
				n.flags &^= allSmall
			}
			if i == 0 && of.flags&atLeast0 != 0 {
				n.flags &^= atMost0
			}
			if i == 1 && of.flags&atMost0 != 0 {
				n.flags &^= atLeast0
			}
		}
	}
	s.recognize(g)
	if n.flags&plain != 0 && n.ups == 0 && s.numbers[g].Sign() == 0 {
		n.maxNim = max(n.maxNim, n.nim)
	}
}
