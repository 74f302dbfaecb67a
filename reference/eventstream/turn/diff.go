// Package turn sums up the turns of a chat: when each began and ended, what it changed and what it cost.
//
// It promises: what stands for a shortened diff counts as no change. Start at Turns; diff.go counts the lines of a diff.
package turn

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/compaction"
)

// DiffStats are the lines that a diff adds and removes.
type DiffStats struct{ Additions, Deletions int }

// StatsOf counts the lines of a unified diff; its headers do not count, nor does what is left of a shortened one
// (ES-DIFF-01).
func StatsOf(diff string) DiffStats {
	var stats DiffStats
	if compaction.IsShortenedDiff(diff) {
		return stats
	}
	for line := range strings.Lines(diff) {
		switch {
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "):
		case strings.HasPrefix(line, "+"):
			stats.Additions++
		case strings.HasPrefix(line, "-"):
			stats.Deletions++
		}
	}
	return stats
}
