package certcheck

import "sync"

// Bounds on the check of a certificate: work for some seconds, and memory in bytes.
const maxWork, maxMemory, little = 1 << 28, 128 << 20, 1 << 20

// much is held by a check that uses more than little memory: a process has room for one.
var much sync.Mutex

// spend counts work and memory. Above little it waits until no other check uses much.
func (c *check) spend(work, bytes int) {
	before := c.bytes
	c.work, c.bytes = c.work+work, c.bytes+bytes
	if before <= little && c.bytes > little {
		much.Lock()
	}
	must(c.work <= maxWork && c.bytes <= maxMemory, "it takes too much time or memory to check")
}

func (c *check) release() {
	if c.bytes > little {
		much.Unlock()
	}
}
