package command

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
	"github.com/transcriptspec/transcriptspec/tools/textview"
)

// showThread shows a thread of session files, a page of it, or the context of a file.
func (c *projectCommand) showThread(s *Streams) error {
	set, err := openSessionSet(c.Files, s)
	if err != nil {
		return err
	}
	thread, named, err := set.choose(c.Thread)
	if err != nil {
		return err
	}
	shown, err := c.project(set, thread, named)
	set.reportSkipped(s)
	if err != nil {
		return err
	}
	if err := c.writeShown(s, shown); err != nil {
		return err
	}
	if c.RequireComplete && (!shown.complete || len(set.skipped) > 0) {
		return errNo
	}
	return nil
}

// shown is what there is to write in its two forms.
type shown struct {
	value    jsvalue.Value
	text     func(w io.Writer, o textview.Options) error
	complete bool
}

func (c *projectCommand) project(set *sessionSet, thread string, named bool) (shown, error) {
	switch {
	case c.Context:
		return set.context(thread, named)
	case c.Page != nil || c.Limit != nil:
		cursor, limit := "", page.DefaultLimit
		if c.Page != nil {
			cursor = *c.Page
		}
		if c.Limit != nil {
			limit = int(max(1, min(int64(*c.Limit), page.MaxLimit)))
		}
		return set.page(thread, named, cursor, limit)
	case named:
		return set.items(thread)
	}
	return set.alone()
}

func (c *projectCommand) writeShown(s *Streams, shown shown) error {
	return writeOut(s, func(out io.Writer) error {
		if c.Format == "json" {
			return writeObject(out, shown.value, jsvalue.AppendSource) // SR-LINE-10
		}
		return shown.text(out, c.look(s))
	})
}

// writeObject writes an object on one line. The elements of its lists are written one by one, so that the text of a long
// history is never in memory as a whole.
func writeObject(out io.Writer, object jsvalue.Value, write func(buffer []byte, value jsvalue.Value) []byte) error {
	var buffer []byte
	separator := byte('{')
	for key, value := range object.Members() {
		buffer = append(write(append(buffer, separator), jsvalue.StringValue(key)), ':')
		separator = ','
		if !value.IsArray() || value.Len() == 0 {
			buffer = write(buffer, value)
			continue
		}
		bracket := byte('[')
		for _, element := range value.Elements() {
			buffer = write(append(buffer, bracket), element)
			bracket = ','
			if _, err := out.Write(buffer); err != nil {
				return err
			}
			buffer = buffer[:0]
		}
		buffer = append(buffer, ']')
	}
	_, err := out.Write(append(buffer, '}', '\n'))
	return err
}

// context shows the context of the file that was given, or of the newest root of the thread.
func (set *sessionSet) context(thread string, named bool) (shown, error) {
	name, text, err := set.newest(thread, named)
	if err != nil {
		return shown{}, err
	}
	context, err := sessionraw.Context(name, text)
	if err != nil {
		return shown{}, failure("missing_header", "%s: %v, so it has no context; without --context its rows are shown", sanitize.Line(name), err)
	}
	return shown{
		value: context.Value(), complete: context.Complete,
		text: func(w io.Writer, o textview.Options) error { return textview.WriteContext(w, name, context, o) },
	}, nil
}

func (set *sessionSet) items(thread string) (shown, error) {
	items, skipped, err := set.store.Items(thread)
	if err != nil {
		return shown{}, storeFailure(err)
	}
	set.skipped = skipped
	return shown{
		value: items.Value(), complete: items.Complete,
		text: func(w io.Writer, o textview.Options) error {
			return textview.WriteThread(w, textview.ThreadOf(items), o)
		},
	}, nil
}

func (set *sessionSet) page(thread string, named bool, cursor string, limit int) (shown, error) {
	var p page.Page
	var err error
	if named {
		p, set.skipped, err = set.store.Page(thread, cursor, limit)
	} else {
		p, err = sessionraw.FilePage(set.name, set.text, cursor, limit)
	}
	switch {
	case errors.Is(err, page.ErrInvalidCursor):
		return shown{}, failure("invalid_cursor", "--page is no cursor of this thread; take the one that the page before names, or an empty one")
	case err != nil:
		return shown{}, storeFailure(err)
	}
	return shown{
		value: p.Value(), complete: p.Complete,
		text: func(w io.Writer, o textview.Options) error {
			history, err := set.history(thread, named)
			if err != nil {
				return err
			}
			page := textview.PageOf(p, history)
			page.Alone = !named
			return textview.WriteThread(w, page, o)
		},
	}, nil
}

// history is all of what a page is of.
func (set *sessionSet) history(thread string, named bool) (view.View, error) {
	if !named {
		return sessionraw.FileItems(set.name, set.text), nil
	}
	history, _, err := set.store.Items(thread)
	return history, err
}

// alone shows one file by itself.
func (set *sessionSet) alone() (shown, error) {
	alone := sessionraw.FileItems(set.name, set.text)
	return shown{
		value: alone.Value(), complete: alone.Complete,
		text: func(w io.Writer, o textview.Options) error {
			thread := textview.ThreadOf(alone)
			thread.Alone = true
			if err := textview.WriteThread(w, thread, o); err != nil {
				return err
			}
			return set.hint(w, alone.ThreadID)
		},
	}, nil
}

// hint says how all of the thread that a file names is shown.
func (set *sessionSet) hint(w io.Writer, thread string) error {
	if thread == "" || set.store == nil {
		return nil
	}
	_, err := fmt.Fprintf(w, "other files of its thread were not looked for: transcript project --dialect sessionraw --thread %s %s\n",
		pasted(thread), pasted(filepath.Dir(set.paths[0])))
	return err
}

// reportSkipped names on stderr the files that were left out: no diagnostic does.
func (set *sessionSet) reportSkipped(s *Streams) {
	for _, skipped := range set.skipped {
		fmt.Fprintln(s.Err, "transcript: left out: "+sanitize.Line(skippedReason(skipped)))
	}
}

func skippedReason(s sessiondir.Skipped) string { return fmt.Sprintf("%s: %v", s.Name, reason(s.Err)) }

// losses counts the diagnostics that affect completeness, and the others.
func losses(list []diagnostic.Diagnostic) (losses, notes int) {
	for _, d := range list {
		if d.AffectsCompleteness() {
			losses++
		}
	}
	return losses, len(list) - losses
}
