package certcheck

import "sync"

// much is held by the check that takes more than little memory: a process has room for one of them.
var much sync.Mutex

const little = 1 << 20

// takes notes how many bytes a check keeps, and waits until no other one keeps much if it does.
func (c *check) takes(bytes int) {
	if c.bytes <= little && bytes > little {
		much.Lock()
	}
	c.bytes = max(c.bytes, bytes)
}

// leave lets the next check go on.
func (c *check) leave() {
	if c.bytes > little {
		much.Unlock()
	}
}
