// Package storagetest is what the tests of stores share: matches, moves and changes to work
// with, checks, and [Open], the store on which the tests of other packages run.
//
// Its own tests are the suite that every store has to pass. They go over the list of stores
// in stores_test.go. A store's own tests keep to what is about its database alone.
package storagetest
