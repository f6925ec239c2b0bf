package storagetest

import (
	"flag"
	"os"
	"testing"
)

// The tests mostly wait for databases.
func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "4")
	os.Exit(m.Run())
}
