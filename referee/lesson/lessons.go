package lesson

const counts = "Write each pile as a sum of 4s, 2s and 1s, each used at most once: 7 is 4 + 2 + 1, 6 is 4 + 2, " +
	"5 is 4 + 1, 3 is 2 + 1. Count how many piles contain a 4, how many a 2 and how many a 1."

const makeEven = "Make all counts even: of 4s, of 2s and of 1s."

// oneLargeOrNot mostly has one or two large piles among piles of 1. unequalEnds has ends of 4 to 6 around far
// lower or far higher piles.
const (
	oneLargeOrNot = "2-6 1-1{1,4} | 2-6 2-5 1-1{1,4} | 1-6{2,3} | 1-6{2,3}"
	unequalEnds   = "4-6 1-2 1-2 4-6 | 4-6 1-2 8-9 4-6 | 4-6 8-9 1-2 4-6 | 4-6 8-9 8-9 4-6"
)

var all = []*Lesson{
	{
		ID: "twenty-one", Title: "The 21 game", Variant: "nim/max/3",
		Text: []string{
			"Whatever your opponent takes, take the rest of 4: after 1 take 3, after 2 take 2, after 3 take 1.",
			"So leave a multiple of 4: 20, then 16, 12, 8, 4, and at last 0.",
		},
		rules: []rule{
			{sentence: "Leave a multiple of 4."},
		},
		exercise: drawn("5-23"), test: drawn("10-27"),
	},
	{
		ID: "copying", Title: "Copying", Variant: "nim",
		Text: []string{
			"There are two piles. Make them equal. From then on copy: whatever your opponent takes from one pile, take as many from the other.",
			"There is always something to copy, so the last counter is yours.",
		},
		rules: []rule{
			{sentence: "Make the two piles equal."},
		},
		exercise: drawn("1-7 1-7"), test: drawn("4-12 4-12"),
	},
	{
		ID: "columns", Title: "Even columns", Variant: "nim",
		Text: []string{
			counts,
			"If all three counts are even, any move makes one of them odd. If not, one move makes them all even: find it.",
			"Do the same after every reply. An empty board has even counts too, so you take the last counter.",
		},
		rules: []rule{
			{sentence: makeEven},
		},
		exercise: drawn("1-7{3,3}"), test: drawn("1-7{3,4}"),
	},
	{
		ID: "misere", Title: "Leaving the last counter", Variant: "nim/misere",
		Text: []string{
			"Now whoever takes the last counter loses. Play as in the lesson \"Even columns\" and make all counts even, " +
				"as long as a pile larger than 1 stays on the board.",
			"The exception comes once: when your move would leave only piles of 1, leave an odd number of them. " +
				"Your opponent takes the first of these, and so the last.",
		},
		rules: []rule{
			{"Leave an odd number of piles of 1, and nothing else.", oneLarge},
			{sentence: makeEven},
		},
		exercise: drawn(oneLargeOrNot), test: drawn("1-6{3,4}"),
	},
	{
		ID: "two-lines", Title: "Name a 1, leave a 1", Variant: "move-reverse-nim",
		Text: []string{
			"You only need two rules. When you name a pile, name a pile of 1. When you say the number, leave exactly 1 counter in the pile.",
			"It works because you then find an odd number of 1s whenever you name, so there is always one to name.",
		},
		rules: []rule{
			{"Name a pile of 1.", naming},
			{sentence: "Leave exactly 1 in the pile."},
		},
		exercise: drawn("1 2-6{1,2} | 1 1 1 2-6{1,2} | 1 1 2-6{1,2} [2-6] | 1 1 1 1 2-6{1,2} [2-6]"), test: drawn("1 2-6{3,4} | 1 1 1 2-6{3,4}"),
	},
	{
		ID: "named-for-you", Title: "Name a 1, leave a 1, and the last", Variant: "pile-reverse-nim",
		Text: []string{
			"Here your opponent names a pile for you, and you say how many counters to take from it. On your opponent's turn you name the pile.",
			"The two rules of the previous lesson still hold: name a pile of 1, and leave exactly 1 counter in the pile " +
				"named for you. One thing is new: if it is the last pile above 1, take everything.",
		},
		rules: []rule{
			{"Name a pile of 1.", naming},
			{"If it is the last pile above 1, take everything.", takesAll},
			{sentence: "Leave exactly 1 in the pile."},
		},
		exercise: drawn("1 2-6{3,4} | 1 1 1 2-6{3,4} | 2-5{0,2} [3-7] | 1 1 2-5{0,2} [3-7]"), test: drawn("1 2-6{3,4} | 1 1 1 2-6{3,4}"),
	},
	{
		ID: "your-hand", Title: "Your hand", Variant: "total-reverse-nim",
		Text: []string{
			"On your opponent's turn your hand takes the counters, and on your turn their hand does. " +
				"The player whose turn empties the board wins, so the hand that takes the last counter loses.",
			"So watch only the hands: this is the game of the lesson \"Leaving the last counter\". " +
				"Make all counts even, until your hand would leave only piles of 1. Then leave an odd number of them.",
		},
		rules: []rule{
			{"Leave an odd number of piles of 1, and nothing else.", oneLarge},
			{sentence: makeEven},
		},
		exercise: drawn(oneLargeOrNot), test: drawn("1-6{3,4}"),
	},
	{
		ID: "mirroring", Title: "Mirroring", Variant: "end-nim",
		Text: []string{
			"If a row has an even number of piles and reads the same from both ends, the player to move loses, " +
				"because the other player copies each move at the other end. Make such a row, then mirror every move.",
		},
		rules: []rule{
			{sentence: "Leave a row that reads the same from both ends."},
		},
		exercise: nearMirror(2), test: nearMirror(3),
	},
	{
		ID: "constant-rows", Title: "Rows of equal piles", Variant: "end-nim",
		Text: []string{
			"In a row of equal piles, only the number of piles matters. With an even number, the player to move loses. " +
				"With an odd number, they win by taking a whole pile.",
			"So if a pile at an end is larger, cut it to the size of the others or take all of it, " +
				"whichever makes the number of piles even. Then mirror every move.",
		},
		rules: []rule{
			{sentence: "Leave an even number of equal piles."},
		},
		exercise: nearConstant(2, 4), test: nearConstant(3, 5),
	},
	{
		ID: "bands", Title: "What an end is worth", Variant: "end-nim",
		Text: []string{
			"Look at each end of the row: count the equal piles that stand there, and the next pile too if it is higher. " +
				"An end is worth its pile, and 1 more if that count is odd.",
			"Leave a row whose ends are worth the same. " +
				"Or, as you know, leave an even number of equal piles. The player to move then loses.",
			"So look for a move that brings one end to the height of the other, or one away from it, " +
				"or that takes a whole pile, so that the rule fits. You never have to check more than eight moves.",
		},
		rules: []rule{
			{sentence: "Make both ends worth the same."},
		},
		exercise: drawn(unequalEnds), test: drawn("1-6 1-6 1-6 1-6 |" + unequalEnds),
	},
	{
		ID: "misere-row", Title: "When the last counter loses", Variant: "end-nim/misere",
		Text: []string{
			"Now taking the last counter loses. The rule of the lesson \"What an end is worth\" still holds, except for rows of equal piles.",
			"If all piles are 1, the player to move loses when their number is odd. With larger equal piles they lose when " +
				"the number is even, as before.",
		},
		rules: []rule{
			{"Leave an odd number of piles of 1.", nearOnes},
			{sentence: "Leave an even number of equal piles."},
		},
		exercise: either(nearConstant(1, 1), nearConstant(1, 3)), test: either(nearConstant(1, 2), drawn("1-4{3,4}")),
	},
	{
		ID: "loop-row", Title: "When leaving one pile wins", Variant: "end-nim/loop",
		Text: []string{
			"Now you win by leaving a single pile. Again the rule of the lesson \"What an end is worth\" still holds, " +
				"except for rows of equal piles.",
			"With three, five or any larger odd number of equal piles, the player to move loses. With an even number, they win.",
		},
		rules: []rule{
			{sentence: "Leave an odd number of equal piles, at least three."},
		},
		exercise: nearConstant(1, 4), test: either(nearConstant(2, 4), drawn("1-5{4,4}")),
	},
	{
		ID: "spare-counters", Title: "Spare counters", Variant: "partizan-end-nim",
		Text: []string{
			"You are Left. With two piles, nobody wants to empty their own, because the other player then takes the rest. " +
				"So your counters are waiting moves. Take 1 at a time, and never leave yourself fewer than Right has. " +
				"The first to run out loses.",
		},
		rules: []rule{
			{sentence: "Take only 1. Every extra counter you take is a waiting move you lose."},
		},
		exercise: waiting(1, 8), test: waiting(4, 10),
	},
	{
		ID: "needs", Title: "What a pile needs", Variant: "partizan-end-nim",
		Text: []string{
			"Now there are piles between the ends, and an end pile has to be large enough to be of use. " +
				"With one pile between, each end pile needs one counter more than that pile has.",
			"With two piles between, compare them. If the one on Right's side is higher, you need one more than it has. " +
				"If not, you need only 1. Right's need works the same way, seen from the other side.",
			"The counters an end pile has beyond its need are spare. An end pile below its need is short. " +
				"If Right is short, take your whole pile. If only you are short, you lose.",
			"If nobody is short, take 1. The player with more spare counters wins. If both have the same number, the player to move loses.",
		},
		rules: []rule{
			{"If Right is short, take your whole pile.", takesAll},
			{sentence: "If nobody is short, wait: take 1."},
		},
		exercise: drawn("1-7 1-4{1,2} 1-6"), test: drawn("1-7 1-4{1,2} 1-6"),
	},
	{
		ID: "three-between", Title: "Three piles between", Variant: "partizan-end-nim",
		Text: []string{
			"Three piles stand between. Cover the one next to Right and look at the other two. " +
				"What you need over these, and what Right needs, you know from the lesson \"What a pile needs\".",
			"If the covered pile is smaller than Right's need over the two, you need only 1. " +
				"If not, you need the covered pile, less Right's need over the two, plus your need over the two, plus 1.",
			"Right's need mirrors it: cover the pile next to you. Then go on as before: if Right is short, " +
				"take your whole pile; if nobody is, take 1.",
		},
		rules: []rule{
			{"If Right is short, take your whole pile.", takesAll},
			{sentence: "If nobody is short, wait: take 1."},
		},
		exercise: drawn("1-7 1-3{3,3} 1-7"), test: drawn("1-7 1-3{3,3} 1-7"),
	},
	{
		ID: "odd-splits", Title: "Splits that change nothing", Variant: "split-nim/1",
		Text: []string{
			"Here you may also add one counter to a pile and split it into two smaller piles. " +
				"Together the two parts have one counter more than the pile had. So an even pile splits into an odd and an " +
				"even part, and an odd pile into two even or two odd parts.",
			"So if the count of piles that contain a 1 is even, a split always makes it odd. " +
				"That is why splitting doesn't save anyone. Play ordinary Nim: after each of your moves, the counts of 4s, " +
				"2s and 1s must all be even.",
		},
		rules: []rule{
			{sentence: makeEven},
		},
		exercise: drawn("1-5{2,3}"), test: drawn("1-6{3,3}"),
	},
	{
		ID: "swap", Title: "Lasker's swap", Variant: "split-nim/0",
		Text: []string{
			"Here you may also split a pile into two, taking nothing. One thing changes: read a pile of 3 as 4 and a pile " +
				"of 4 as 3, a pile of 7 as 8 and a pile of 8 as 7. All others stay the same.",
			counts + " (8 stands for itself, and is counted the same way.)",
			"Count with the piles as you read them, and make all counts even. Sometimes only a split does it: " +
				"a pile of 3, which you read as 4, is brought to 3 by splitting it into 1 and 2.",
		},
		rules: []rule{
			{sentence: "Make all counts even, with 3 and 4 swapped, and 7 and 8."},
		},
		exercise: drawn("1-6{1,2} 3-4 | 3-4 1-6{1,2}"), test: drawn("1-8{3,3}"),
	},
	{
		ID: "split-two", Title: "Splits that add two", Variant: "split-nim/2",
		Text: []string{
			"Here you may also add two counters to a pile and split it into two smaller piles. " +
				"One thing changes from Nim: read a pile of 6 as 7 and a pile of 7 as 6. All others up to 9 stay the same.",
			counts,
			"Count with the piles as you read them, and make all counts even. Sometimes only a split does it.",
		},
		rules:    []rule{{sentence: "Make all counts even, with 6 and 7 swapped."}},
		exercise: drawn("1-4{1,2} 6-7 | 6-7 1-4{1,2}"), test: drawn("1-7{3,3}"),
	},
	{
		ID: "equal-halves", Title: "A tree of two equal halves", Variant: "tree-nim",
		Text: []string{
			"Now the stacks are a tree, and you take from the end of a branch. Look for a tree that falls into two equal " +
				"halves, if you cut between two neighbours.",
			"With such a tree the player to move loses, because the other player copies each move in the other half. " +
				"Make the halves equal, then copy every move.",
		},
		rules:    []rule{{sentence: "Make the two halves of the tree equal."}},
		exercise: nearHalves(1, 3), test: nearHalves(2, 4),
	},
	{
		ID: "high-middle", Title: "Never open a high stack", Variant: "forklift-nim",
		Text: []string{
			"Now the stacks are a yard, and you take from a stack at the edge or beside an empty place. " +
				"The middle one is walled in, and higher than all others together. Empty a stack beside it, and you open it: " +
				"your opponent can then lower it to any number.",
			"So never open the middle, for a player who does loses. The four stacks beside it have to keep a counter: " +
				"count each as one less than it has. Corners count as they are. Play Nim with these counts, " +
				"and make their counts of 4s, 2s and 1s all even.",
			"If your opponent opens the middle, all stacks are open. From then on it is ordinary Nim: " +
				"lower the middle stack so that the counts of 4s, 2s and 1s in all stacks are even.",
		},
		rules:    []rule{{sentence: "Count the stacks beside the middle as one less, and make all counts even."}},
		exercise: drawn("1-3 1-3 1-3 / 1-3 99 1-3 / 1-3 1-3 1-3"), test: drawn("1-3 1-2 1-3 / 1-2 99 1-2 / 1-3 1-2 1-3"),
	},
	{
		ID: "worth", Title: "What is a board worth?", Variant: "sum",
		Text: []string{
			"Several boards lie side by side, and on your turn you move on one of them. Imagine a pile beside a board. " +
				"For exactly one size of that pile, the player to move on the two loses. That size is what the board is worth.",
			"A pile is worth itself. A row of two piles is worth what these make in Nim: write both as sums of 4s, " +
				"2s and 1s, and keep the numbers that only one of them has. The row 5 3 is 4 + 1 and 2 + 1, " +
				"so it is worth 4 + 2 = 6. Two equal piles are worth nothing.",
			"Play Nim with these numbers: make their counts of 4s, 2s and 1s all even. " +
				"This works for rows, trees and yards, in every game where the last move wins. " +
				"Only finding out what a board is worth can be hard.",
		},
		rules:    []rule{{sentence: "Make the counts of 4s, 2s and 1s in what the boards are worth all even."}},
		exercise: drawn("end-nim 1-6 1-6 + nim 1-7"), test: drawn("end-nim 1-6 1-6 + end-nim 1-6 1-6 + nim 1-7"),
	},
	{
		ID: "two-ahead", Title: "Two ahead wins", Variant: "partizan-sum",
		Text: []string{
			"You are Left, and several rows lie side by side. Weigh them: a row of two piles weighs 1 for whoever has the " +
				"larger one, and nothing if they are equal. A single pile weighs nothing.",
			"Two ahead wins: if your rows weigh two more than Right's, you win, whoever moves. " +
				"So take a whole pile of yours if that leaves you two ahead. On a row that weighs for Right it always gains you 1.",
			"If no whole pile does, no row is Right's any more. Then make the counts of 4s, 2s and 1s in the single piles " +
				"even, as in Nim. If they are all even, move on a row that is yours, and leave yourself at least as many " +
				"there as Right has.",
			"Answer each move in the same way. Longer rows have weights too, up to one less than they have piles: " +
				"the analysis of a position tells them.",
		},
		rules: []rule{
			{"Take a whole pile that leaves you two ahead.", wholeAhead},
			{"Make the counts of 4s, 2s and 1s in the single piles all even.", oddSingles},
			{sentence: "Move on a row that is yours, and leave yourself at least as many there as Right has."},
		},
		exercise: either(ahead(3, 1), ahead(1, 2)), test: ahead(3, 2),
	},
	{
		ID: "half-a-move", Title: "Half a move ahead", Variant: "partizan-sum",
		Text: []string{
			"You are Left. On a ring you take from a, and Right from c. Once a is gone you also reach b, and once c is gone, so does Right.",
			"Here b has 1. With one more on a than on c you are half a move ahead, with two more a whole move. " +
				"Two rings of 2, 1 and 1 beside a stack of 1 that only Right reaches cancel: the player to move loses.",
			"Taking 1 from a costs you half a move. But the player to move wins a ring of three 1s, so where a has 2 and c " +
				"has 1, take both. A stack that only you reach costs a whole move each time.",
			"Take what leaves you ahead in all. If nothing does, take what leaves nobody ahead, but no ring of three 1s or of b alone.",
		},
		rules:    []rule{{sentence: "Take what costs you half a move."}},
		exercise: halfAhead, test: halfAhead,
	},
	{
		ID: "fibonacci", Title: "Sums of Fibonacci numbers", Variant: "fibonacci-nim",
		Text: []string{
			"The Fibonacci numbers are 1, 2, 3, 5, 8, 13, 21 and so on: each is the sum of the two before it. " +
				"Write the pile as a sum of them: the largest that fits, then the largest that fits into the rest, and so on. " +
				"20 is 13 + 5 + 2.",
			"Take the last number of that sum, here 2. Your opponent may then take at most twice as many, 4, " +
				"so the next number, 5, is out of reach. Do the same with what they leave.",
			"A pile that is a Fibonacci number itself is lost for the player who begins, as the first move may not take it all.",
		},
		rules: []rule{
			{sentence: "Take the smallest Fibonacci number of the sum."},
		},
		exercise: drawn("4-20"), test: drawn("12-25"),
	},
}
