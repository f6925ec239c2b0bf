package bot

// gate is a lock that is held while Discord is waited for. It is a channel, since a goroutine
// that waits for a mutex stops the clock of a testing/synctest bubble.
type gate chan struct{}

func newGate() gate { return make(gate, 1) }

// Lock implements sync.Locker.
func (g gate) Lock() { g <- struct{}{} }

// Unlock implements sync.Locker.
func (g gate) Unlock() { <-g }
