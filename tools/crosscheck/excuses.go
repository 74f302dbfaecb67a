package crosscheck

import "slices"

// Excuses are all known deviations of the SDK, by decision.
func Excuses() []Excuse {
	return slices.Concat(crashExcuses, lossExcuses, partExcuses, correlationExcuses, resultExcuses, textExcuses, otherExcuses, completeExcuses)
}

// The shortest records of the smallest inputs.
const (
	line1 = `"uuid":"a","parentUuid":null,"sessionId":"s",`
	line2 = `"uuid":"b","parentUuid":"a","sessionId":"s",`
	line3 = `"uuid":"c","parentUuid":"b","sessionId":"s",`
	line4 = `"uuid":"d","parentUuid":"c","sessionId":"s",`

	// answer is the result of the call x that the first record starts.
	answer = `{` + line2 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f"}}]}}`
)
