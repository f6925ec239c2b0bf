// Package postgrestest has PostgreSQL for tests: a server that all test binaries of a run share,
// where its programs are installed, in a temporary folder and with a Unix socket for its only
// door, or the one that NIMATRON_TEST_POSTGRES names. The shared one ends by itself.
//
// The variable is the address of a server, in whose database each test makes a schema for
// itself and drops it; "required", so that a test fails where there is no server rather than
// being skipped; "off", so that it is skipped; or empty, which is as "required" but that tests are
// skipped where there is no server, and among the short ones.
package postgrestest
