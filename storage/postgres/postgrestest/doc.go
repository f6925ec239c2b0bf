// Package postgrestest gives tests a PostgreSQL server: the one that NIMATRON_TEST_POSTGRES names,
// or one that all test binaries of a run share. The shared one lives in a temporary folder, is
// reached only by a Unix socket, and ends by itself.
//
// The variable is one of: the address of a server, in whose database each test creates and drops a
// schema; "required", so that tests fail without PostgreSQL; "off", so that they are skipped; or
// empty, so that they are skipped without PostgreSQL and in short runs.
package postgrestest
