// Package storagetest has the fixtures and checks that the tests of stores share, and [Open], which
// returns the store for the tests of other packages.
//
// Its own tests are the suite that every store in stores_test.go has to pass. A store's own tests
// cover only its database.
package storagetest
