package storagetest

import (
	"flag"
	"os"
	"testing"
)

// The tests wait for databases more than they compute.
func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "4")
	os.Exit(m.Run())
}
