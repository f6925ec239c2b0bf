// Package certificate writes down why a verdict holds in a form that a short program
// can check which knows the rules and one invariant for each game: docs/certificates.md.
// The checker is internal/certcheck, which shares nothing with this package.
package certificate
