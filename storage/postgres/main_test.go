package postgres_test

import (
	"flag"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "4") // they mostly wait for the server
	os.Exit(m.Run())
}
