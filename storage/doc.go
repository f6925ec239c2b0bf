// Package storage has what all stores share: errors, and the form in which a store returns matches and
// challenges. The stores, which implement storage.Store, are the packages storage/sqlite and
// storage/postgres. Each passes the tests of storage/storagetest.
package storage
