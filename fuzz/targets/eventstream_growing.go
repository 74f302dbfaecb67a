package targets

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	kernel "github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// chatGrows adds the events of a chat one by one (ES-ROW-01, ES-ROW-02).
func chatGrows(chat generate.EventCase) error {
	now := chat.Options.Get("now").Text()
	envelopes, _ := event.Read(chat.Text, now)
	session := jsvalue.Trim(chat.Options.Get("sessionId").Text())
	if session == "" && len(envelopes) > 0 {
		session = envelopes[0].SessionID
	}
	drawn, said := rows.New(session), entries.New(session)
	before := drawn.Rows()
	for i, envelope := range envelopes {
		change := drawn.Add(envelope)
		said.Add(envelope)
		after := drawn.Rows()
		if err := isChange(before, after, change); err != nil {
			return fmt.Errorf("ES-ROW-02: event %d: %w", i, err)
		}
		before = after
		const some = 9 // of the beginnings of a file are shown by themselves, to save time
		if end := endOf(chat.Text, envelope); i%some == 0 || i == len(envelopes)-1 {
			if err := isShown(kernel.Show(chat.Text[:end], kernel.Options{Session: session, Now: now}), after, said.Entries()); err != nil {
				return fmt.Errorf("ES-ROW-02: after event %d: %w", i, err)
			}
		}
	}
	return nil
}

// endOf is where the line of an envelope ends.
func endOf(text string, envelope event.Envelope) int {
	if n := bytes.IndexByte([]byte(text[envelope.Offset:]), '\n'); n >= 0 {
		return envelope.Offset + n
	}
	return len(text)
}

// isShown compares what was added one by one with what is shown at once.
func isShown(chat kernel.Chat, drawn []rows.Row, said []entries.Entry) error {
	if want, got := textsOf(chat.Rows, rows.Row.Value), textsOf(drawn, rows.Row.Value); !slices.Equal(want, got) {
		return fmt.Errorf("the rows are %q, and at once %q", got, want)
	}
	if want, got := textsOf(chat.Entries, entries.Entry.Value), textsOf(said, entries.Entry.Value); !slices.Equal(want, got) {
		return fmt.Errorf("the entries are %q, and at once %q", got, want)
	}
	return nil
}

func textsOf[T any](list []T, value func(T) jsvalue.Value) (texts []string) {
	for _, one := range list {
		texts = append(texts, string(jsvalue.Append(nil, value(one))))
	}
	return texts
}

// isChange demands that the rows after an event are those before it, less what was removed, with what was appended behind
// them, and that only what was changed is another one.
func isChange(before, after []rows.Row, change rows.Change) error {
	kept := slices.DeleteFunc(slices.Clone(before), func(row rows.Row) bool { return slices.Contains(change.Removed, row.Key) })
	if len(kept)+len(change.Removed) != len(before) || len(after) != len(kept)+len(change.Appended) {
		return fmt.Errorf("%d rows, then %d: %+v", len(before), len(after), change)
	}
	for i, row := range after {
		if i >= len(kept) {
			if row.Key != change.Appended[i-len(kept)] {
				return fmt.Errorf("the row %q was not appended: %+v", row.Key, change)
			}
			continue
		}
		changed := slices.Contains(change.Changed, row.Key)
		if row.Key != kept[i].Key || !changed && !bytes.Equal(jsvalue.Append(nil, row.Value()), jsvalue.Append(nil, kept[i].Value())) {
			return fmt.Errorf("the row %q became %s without a word", kept[i].Key, jsvalue.Append(nil, row.Value()))
		}
	}
	return nil
}
