package lesson

// counts is how to win Nim by hand.
const counts = "See each pile as made of 4s, 2s and 1s, none of them twice: 7 is 4 + 2 + 1, 6 is 4 + 2, 5 is 4 + 1, 3 is 2 + 1. Count how many piles contain a 4, how many a 2 and how many a 1."

var all = []*Lesson{
	{
		ID: "copying", Title: "Copying", Variant: "nim",
		Text: []string{
			"There are two piles. Make them equal. From then on copy: whatever your opponent takes from one pile, take as many from the other.",
			"There is always something to copy, so the last counter is yours.",
		},
		exercise: two(1, 7), test: two(4, 12),
	},
	{
		ID: "columns", Title: "Even columns", Variant: "nim",
		Text: []string{
			counts,
			"If all three counts are even, any move makes one of them odd. If not, one move makes them all even: find it, and do the same after every reply. An empty board has even counts too, so you take the last counter.",
		},
		exercise: some(3, 3, 7), test: some(3, 4, 7),
	},
	{
		ID: "misere", Title: "Leaving the last counter", Variant: "nim/misere",
		Text: []string{
			"Now whoever takes the last counter loses. Play as in the lesson \"Even columns\" and make all counts even, as long as a pile larger than 1 stays on the board.",
			"The exception comes once: when your move would leave only piles of 1, leave an odd number of them. Your opponent takes the first of these, and so the last.",
		},
		exercise: either(oneAndOnes, some(2, 3, 6)), test: some(3, 4, 6),
	},
	{
		ID: "two-lines", Title: "Name a 1, leave a 1", Variant: "move-reverse-nim",
		Text: []string{
			"Two lines are all you need. When you name: name a pile of 1. When you say the number: leave exactly 1 of the pile.",
			"It works because you then find an odd number of 1s whenever you name, so there is always one to name.",
		},
		exercise: named, test: onesAndLarger,
	},
	{
		ID: "your-hand", Title: "Your hand", Variant: "total-reverse-nim",
		Text: []string{
			"On your opponent's turn it is your hand that takes the counters, and on your turn it is theirs. Whoever's turn takes the last counter wins, so the hand that takes it loses.",
			"Forget whose turn it is called and look at the hands: this is the game of the lesson \"Leaving the last counter\". Make all counts even, until your hand would leave only piles of 1: then leave an odd number of them.",
		},
		exercise: either(oneAndOnes, some(2, 3, 6)), test: some(3, 4, 6),
	},
	{
		ID: "mirroring", Title: "Mirroring", Variant: "end-nim",
		Text: []string{
			"A row with an even number of piles that reads the same from both ends is lost for whoever has to move: the other one does the same at the other end. Make such a row, then mirror every move.",
		},
		exercise: nearMirror(2), test: nearMirror(3),
	},
	{
		ID: "constant-rows", Title: "Rows of equal piles", Variant: "end-nim",
		Text: []string{
			"In a row of equal piles only their number counts: an even number is lost for whoever has to move, an odd number is won, by taking a whole pile.",
			"So of a larger pile at an end, leave as much as the others have, or nothing at all, whichever makes the number even. Then mirror every move.",
		},
		exercise: nearConstant(2, 4), test: nearConstant(3, 5),
	},
	{
		ID: "bands", Title: "Ends that differ by one", Variant: "end-nim",
		Text: []string{
			"Look at each end of the row: how many equal piles stand there, and is the next pile higher or lower? Call an end strong if that number is odd and the next pile higher, or if it is even and the next pile lower. Other ends are weak.",
			"A row is lost for whoever has to move if both ends have the same height and are both strong or both weak, or if one end is higher by exactly one and strong while the other is weak. And, as you know, if it is an even number of equal piles. All other rows can be won.",
			"So bring one end to the height of the other, or one off, or take a whole pile, until the rule fits. At most eight moves have to be looked at.",
		},
		exercise: fourPiles, test: either(some(4, 4, 6), fourPiles),
	},
	{
		ID: "misere-row", Title: "The changed line: last counter loses", Variant: "end-nim/misere",
		Text: []string{
			"Now whoever takes the last counter loses. The rule of the lesson \"Ends that differ by one\" stays as it is; one line changes, about rows of equal piles.",
			"If all piles are 1, an odd number of them is lost for whoever has to move. Rows of larger equal piles are lost if their number is even, as before.",
		},
		exercise: either(nearConstant(1, 1), nearConstant(1, 3)), test: either(nearConstant(1, 2), some(3, 4, 4)),
	},
	{
		ID: "loop-row", Title: "The changed line: leave one pile", Variant: "end-nim/loop",
		Text: []string{
			"Now whoever leaves a single pile wins. Again the rule of the lesson \"Ends that differ by one\" stays, and only the line about rows of equal piles changes.",
			"Three, five or any other odd number of equal piles is lost for whoever has to move; an even number is won.",
		},
		exercise: nearConstant(1, 4), test: either(nearConstant(2, 4), some(4, 4, 5)),
	},
	{
		ID: "spare-counters", Title: "Spare counters", Variant: "partizan-end-nim",
		Text: []string{
			"You are Left. With two piles nobody likes to empty their own: the other takes all the rest. So your counters are waiting moves. Take 1 at a time, and never leave yourself fewer than Right has. Whoever runs out first loses.",
		},
		exercise: waiting(1, 8), test: waiting(4, 10),
	},
	{
		ID: "needs", Title: "What a pile needs", Variant: "partizan-end-nim",
		Text: []string{
			"Now other piles stand between the ends, and an end pile needs a certain height to be of use. With one pile between, it needs one more than that pile holds; so does Right's.",
			"With two piles between, look at these: if the one on Right's side is the higher, you need one more than it holds; if not, you need only 1. Right's need is the same the other way round.",
			"What an end pile has above its need is to spare; below its need it is short. If Right is short, take your whole pile. If only you are short, you lose. If nobody is short, take 1: whoever has more to spare wins, and if both have the same to spare, whoever has to move loses.",
		},
		exercise: needs, test: needs,
	},
	{
		ID: "odd-splits", Title: "Splits that change nothing", Variant: "split-nim/1",
		Text: []string{
			"Here you may also add one counter to a pile and split it into two smaller piles. The two parts together are one more than the pile was, so if the pile was even one part is odd and one is even, and if it was odd both are even or both odd.",
			"So a split never keeps the count of piles that contain a 1 as even as it was. That is why splitting saves nobody: play ordinary Nim. Make the counts of 4s, 2s and 1s all even, after every move and after every split.",
		},
		exercise: some(2, 3, 5), test: some(3, 3, 6),
	},
	{
		ID: "swap", Title: "Lasker's swap", Variant: "split-nim/0",
		Text: []string{
			"Here you may also split a pile into two, taking nothing. One thing changes: read a pile of 3 as 4 and a pile of 4 as 3, a pile of 7 as 8 and a pile of 8 as 7. All others stay what they are.",
			counts + " (8 stands for itself, and is counted the same way.)",
			"Count with the piles as you read them, and make all counts even. Sometimes only a split does it: a pile of 3, which you read as 4, is brought to 3 by splitting it into 1 and 2.",
		},
		exercise: threesAndFours, test: some(3, 3, 8),
	},
}
