package crosscheck

import "github.com/transcriptspec/transcriptspec/spec/testcase"

// Protocol is the case as one of the protocol.
func (c Case) Protocol() testcase.Case { return c.testcase() }
