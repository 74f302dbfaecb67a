package presentation

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// File is a path that was changed, with the lines of all its changes (ES-SHOW-03).
type File struct {
	Path, Kind           string // Kind is that of the latest change; "" if it is not said
	Additions, Deletions int
}

// summarizedTurns are those for which a summary of git stands; it takes the place of what the work tells.
func summarizedTurns(list []rows.Row) map[string]bool {
	turns := map[string]bool{}
	for _, row := range list {
		if typeOf(row) == "turn_diff_summary" {
			turns[turnOf(row)] = true
		}
	}
	return turns
}

// filesOf are the files that groups of work changed, each once, in the order of their first change.
func filesOf(work []rows.Row, summarized map[string]bool) (files []File) {
	places := map[string]int{}
	for _, group := range work {
		if turn := turnOf(group); turn != "" && summarized[turn] {
			continue
		}
		for _, entry := range group.Event.Get("entries").Elements() {
			if entry.Get("status").Text() == "running" {
				continue // it may come to nothing, as for ES-TURN-02
			}
			for _, change := range entry.Get("changedFiles").Elements() {
				files = addChange(files, places, change)
			}
		}
	}
	return files
}

func addChange(files []File, places map[string]int, change jsvalue.Value) []File {
	path := change.Get("path").Text()
	at, ok := places[path]
	if !ok {
		at = len(files)
		places[path] = at
		files = append(files, File{Path: path})
	}
	if kind := change.Get("kind").Text(); kind != "" {
		files[at].Kind = kind
	}
	files[at].Additions += int(change.Get("additions").Float())
	files[at].Deletions += int(change.Get("deletions").Float())
	return files
}
