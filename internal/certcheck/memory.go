package certcheck

import "sync"

// much is held by a check with more than little memory: a process has room for one.
var much sync.Mutex

const little = 1 << 20

// takes records how many bytes a check keeps. Above little it waits until no other check keeps
// much.
func (c *check) takes(bytes int) {
	if c.bytes <= little && bytes > little {
		much.Lock()
	}
	c.bytes = max(c.bytes, bytes)
}

func (c *check) leave() {
	if c.bytes > little {
		much.Unlock()
	}
}
