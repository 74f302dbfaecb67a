package command

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// threadsCommand is "transcript threads".
type threadsCommand struct {
	Paths  []string `arg:"" name:"dir" help:"Directories of session_raw files, workspaces that have some, or files."`
	Format string   `enum:"text,json" default:"text" help:"text is for people, json for programs."`
}

// Help is the long help.
func (threadsCommand) Help() string {
	return `Reads the session_raw files of a directory and lists their threads: the files and bytes of each, its turns and items, when
it was written last, and what is damaged. "transcript project --dialect sessionraw --thread ID DIR" shows one.

Turns are the turn boundaries of the items: one wherever a row names another request than the row before it that named one,
so the requests 1, 2, 1 are three. Where no row of the thread names a request, they are its user messages. Losses are the
diagnostics that make the history incomplete. Files that belong to no thread (they have no header, or it names none) are
named below the list; files that cannot be read are named on stderr. A link that is given as an argument is followed; one
inside a directory is left out and named on stderr, be it session_raw: name it, or what it leads to. Ids are written as
--thread takes them in a shell; of a long one the beginning is shown, and --format json has all of it.

--format json writes one object: {threads: [{threadId, roots, files, bytes, updated, turns, items, losses, notes, complete}],
others: [name], skipped: [{file, reason}]}. roots and files are names; updated is the time of the file system, in RFC 3339.

Exit codes:
  0  listed
  2  wrong use, or there is no session file (no_session_files), or nothing could be read or written; the code and the
     reason are on stderr`
}

// threadRow is one thread of the list.
type threadRow struct {
	id            string
	roots, files  []string
	bytes         int64
	updated       time.Time
	turns, items  int
	losses, notes int
	complete      bool
}

// Run lists the threads.
func (c *threadsCommand) Run(s *Streams) error {
	store, err := sessiondir.Open(c.Paths...)
	if err != nil {
		return failure("usage", "%v", err)
	}
	all, err := store.All()
	if err != nil {
		return storeFailure(err)
	}
	set := sessionSet{paths: c.Paths, skipped: all.Skipped}
	if len(all.Threads)+len(all.Others) == 0 {
		set.reportSkipped(s)
		return failure("no_session_files", "there is no session file in %s; their names end in .jsonl", set.where())
	}
	var rows []threadRow
	for _, found := range all.Threads {
		shown, skipped := store.Show(found)
		set.skipped = append(set.skipped, skipped...)
		rows = append(rows, rowOf(found, shown))
	}
	set.reportSkipped(s)
	return writeOut(s, func(out io.Writer) error {
		if c.Format == "json" {
			return writeObject(out, threadsValue(rows, all.Others, set.skipped), jsvalue.AppendSource)
		}
		return writeThreads(out, rows, all.Others)
	})
}

func rowOf(found sessiondir.Lookup, shown view.View) threadRow {
	row := threadRow{id: found.Thread.ID, items: len(shown.Items), complete: shown.Complete}
	for _, root := range found.Thread.Roots {
		row.roots = append(row.roots, root.File)
	}
	for _, file := range found.Files {
		row.files = append(row.files, file.Name)
		row.bytes += file.Size
		if file.ModTime.After(row.updated) {
			row.updated = file.ModTime
		}
	}
	row.turns = turnsOf(shown.Items)
	row.losses, row.notes = losses(shown.Diagnostics)
	return row
}

// turnsOf counts boundaries, and where there is none user messages.
func turnsOf(items []*view.Item) int {
	boundaries, messages := 0, 0
	for _, item := range items {
		switch item.Kind {
		case view.TurnBoundary:
			boundaries++
		case view.UserMessage:
			messages++
		}
	}
	if boundaries > 0 {
		return boundaries
	}
	return messages
}

func writeThreads(out io.Writer, rows []threadRow, others []sessiondir.File) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if len(rows) > 0 {
		fmt.Fprintln(table, "thread\tfiles\tbytes\tturns\titems\twritten (UTC)\tdamage")
	}
	for _, row := range rows {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%s\t%s\n", row.name(), len(row.files), row.bytes, row.turns, row.items,
			row.updated.UTC().Format("2006-01-02 15:04:05"), row.damage())
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(rows) == 0 {
		fmt.Fprintln(out, "no threads")
	}
	for _, file := range others {
		if _, err := fmt.Fprintf(out, "of no thread: %s (%d bytes)\n", sanitize.Line(file.Name), file.Size); err != nil {
			return err
		}
	}
	return nil
}

// maxName bounds the column of ids, in characters.
const maxName = 64

// name is the id as --thread takes it, or its beginning if it is long.
func (row threadRow) name() string {
	if name := pasted(row.id); utf8.RuneCountInString(name) <= maxName {
		return name
	}
	return string([]rune(sanitize.Line(row.id))[:maxName-len(cut)]) + cut
}

const cut = "..."

// damage words what was found.
func (row threadRow) damage() string {
	var parts []string
	for _, part := range []struct {
		n           int
		one, plural string
	}{{row.losses, "loss", "losses"}, {row.notes, "note", "notes"}} {
		switch {
		case part.n == 1:
			parts = append(parts, "1 "+part.one)
		case part.n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.plural))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func threadsValue(rows []threadRow, others []sessiondir.File, skipped []sessiondir.Skipped) jsvalue.Value {
	var list, left []jsvalue.Value
	var rest []string
	for _, row := range rows {
		list = append(list, row.value())
	}
	for _, file := range others {
		rest = append(rest, file.Name)
	}
	for _, s := range skipped {
		left = append(left, jsvalue.ObjectValue(
			jsvalue.Member{Key: "file", Value: jsvalue.StringValue(s.Name)},
			jsvalue.Member{Key: "reason", Value: jsvalue.StringValue(reason(s.Err).Error())},
		))
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "threads", Value: jsvalue.ArrayValue(list...)},
		jsvalue.Member{Key: "others", Value: textList(rest)},
		jsvalue.Member{Key: "skipped", Value: jsvalue.ArrayValue(left...)},
	)
}

func (row threadRow) value() jsvalue.Value {
	number := func(key string, n int) jsvalue.Member {
		return jsvalue.Member{Key: key, Value: jsvalue.IntValue(int64(n))}
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "threadId", Value: jsvalue.StringValue(row.id)},
		jsvalue.Member{Key: "roots", Value: textList(row.roots)},
		jsvalue.Member{Key: "files", Value: textList(row.files)},
		jsvalue.Member{Key: "bytes", Value: jsvalue.IntValue(row.bytes)},
		jsvalue.Member{Key: "updated", Value: jsvalue.StringValue(row.updated.UTC().Format(time.RFC3339))},
		number("turns", row.turns), number("items", row.items), number("losses", row.losses), number("notes", row.notes),
		jsvalue.Member{Key: "complete", Value: jsvalue.BoolValue(row.complete)},
	)
}

func textList(list []string) jsvalue.Value {
	values := make([]jsvalue.Value, len(list))
	for i, text := range list {
		values[i] = jsvalue.StringValue(text)
	}
	return jsvalue.ArrayValue(values...)
}
