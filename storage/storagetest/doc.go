// Package storagetest is what every store has to pass: [Run] for what its methods do,
// [RunTransactions] for doing it as a whole or not at all, [RunRaces] for many at once.
// A store's own tests call all three, and keep to themselves what is about the database
// alone, such as its schema.
//
// The matches, moves and changes that the suites work with are there for those tests
// too, and [Open] is the store on which the tests of other packages run.
package storagetest
