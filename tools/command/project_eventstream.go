package command

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
	"github.com/transcriptspec/transcriptspec/tools/textview"
)

// chatView is a view of a chat.
type chatView textview.ChatView

// UnmarshalText refuses what is no view.
func (v *chatView) UnmarshalText(text []byte) error {
	*v = chatView(text)
	if !slices.Contains([]textview.ChatView{textview.Entries, textview.Rows, textview.Groups, textview.Summary}, textview.ChatView(*v)) {
		return errors.New("it is one of entries, rows, groups and summary")
	}
	return nil
}

// showChat shows a chat of the events of a file.
func (c *projectCommand) showChat(s *Streams) error {
	text, err := readInput(c.Files[0], s.In)
	if err != nil {
		return err
	}
	var options eventstream.Options
	if c.Now != nil {
		options.Now = *c.Now
	}
	envelopes, _ := event.Read(text, options.Now)
	if err := checkChat(inputName(c.Files[0]), text, envelopes); err != nil {
		return err
	}
	sessions := sessionsOf(envelopes)
	if options.Session, err = c.chooseSession(sessions); err != nil {
		return err
	}
	chat := textview.Chat{Chat: eventstream.Show(text, options), View: textview.Groups}
	if c.View != nil {
		chat.View = textview.ChatView(*c.View)
	}
	chat.Others = slices.DeleteFunc(sessions, func(id string) bool { return id == chat.Session })
	if err := c.writeChat(s, text, chat); err != nil {
		return err
	}
	if c.RequireComplete && !chat.Complete {
		return errNo
	}
	return nil
}

// checkChat refuses a file that is something else. A chat that has lost its only event is still one, so that the loss is named.
func checkChat(name, text string, envelopes []event.Envelope) error {
	if len(envelopes) > 0 || isBlank(text) || strings.Contains(text, `"sessionId"`) && strings.Contains(text, `"event"`) {
		return nil
	}
	if err := checkText(text); err != nil {
		return err
	}
	hint := ""
	switch {
	case strings.Contains(text, `"_meta"`):
		hint = "; for a session_raw file say --dialect sessionraw"
	case strings.Contains(text, `"uuid"`):
		hint = "; for a file of chatrecord leave out --dialect"
	}
	return failure("not_a_session", "no line of %s is an event of a chat, which has sessionId and event%s", name, hint)
}

// sessionsOf are the sessions in the order of their first events.
func sessionsOf(envelopes []event.Envelope) (ids []string) {
	known := map[string]bool{}
	for _, envelope := range envelopes {
		if !known[envelope.SessionID] {
			known[envelope.SessionID] = true
			ids = append(ids, envelope.SessionID)
		}
	}
	return ids
}

// chooseSession is the session that was asked for, as it is or as lists write it; "" for the first. The error is coded:
// session_not_found.
func (c *projectCommand) chooseSession(sessions []string) (string, error) {
	if c.Session == nil {
		return "", nil
	}
	asked := jsvalue.Trim(*c.Session)
	if slices.Contains(sessions, asked) {
		return asked, nil
	}
	for _, id := range sessions {
		if sanitize.Line(id) == asked {
			return id, nil
		}
	}
	if len(sessions) == 0 {
		return "", failure("session_not_found", "there is no session %s, or any", sanitize.Line(asked))
	}
	return "", failure("session_not_found", "there is no session %s; there are: %s", sanitize.Line(asked), listed(sessions, ""))
}

// writeChat writes a view, as text or as the answer of the operation of that name.
func (c *projectCommand) writeChat(s *Streams, text string, chat textview.Chat) error {
	return writeOut(s, func(out io.Writer) error {
		if c.Format == "text" {
			return textview.WriteChat(out, chat, c.look(s))
		}
		var options []jsvalue.Member
		if c.Now != nil {
			options = append(options, jsvalue.Member{Key: "now", Value: jsvalue.StringValue(*c.Now)})
		}
		if chat.Session != "" {
			options = append(options, jsvalue.Member{Key: "sessionId", Value: jsvalue.StringValue(chat.Session)})
		}
		request := protocol.Request{Dialect: "eventstream", Op: string(chat.View), Input: protocol.TextOf(text), Options: jsvalue.ObjectValue(options...)}
		answer, err := subject.New(spec.Version).Call(context.Background(), request)
		if err != nil {
			return err
		}
		return writeObject(out, answer.Result(), jsvalue.Append)
	})
}
