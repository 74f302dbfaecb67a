package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/recovery"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
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
		return fmt.Errorf(`must be one of "entries","rows","groups","summary" but got %q`, text)
	}
	return nil
}

// showChat shows a chat of the events of a file.
func (c *projectCommand) showChat(s *Streams) error {
	text, cut, err := readUnpacked(c.Files[0], s.In)
	if err != nil {
		return err
	}
	tellCut(s, inputName(c.Files[0]), cut)
	var options eventstream.Options
	if c.Now != nil {
		if _, ok := jstime.Parse(*c.Now); !ok {
			return failure("usage", "--now: %s is no timestamp, such as 2026-08-10T10:00:00Z", sanitize.Line(*c.Now))
		}
		options.Now = *c.Now
	}
	if err := checkChat(inputName(c.Files[0]), text); err != nil {
		return err
	}
	text, left := withFewerLosses(text, false)
	tellLeft(s.Err, left)
	envelopes, _ := event.Read(text, options.Now)
	sessions := sessionsOf(envelopes)
	if options.Session, err = c.chooseSession(sessions, cut != nil); err != nil {
		return err
	}
	view := textview.Groups
	if c.View != nil {
		view = textview.ChatView(*c.View)
	}
	var complete bool
	if c.Format == "json" {
		complete, err = c.writeAnswer(s, text, string(view), options)
	} else {
		complete, err = c.writeChat(s, textview.Chat{Chat: eventstream.Show(text, options), View: view}, sessions, cut != nil)
	}
	if err == nil && c.RequireComplete && !complete {
		err = errNo
	}
	return err
}

// checkChat refuses a file that is something else. A chat that has lost its only event is still one, so that the loss is named;
// one whose events do not stand on lines is none.
func checkChat(name, text string) error {
	if isBlank(text) || hasEnvelope(text) {
		return nil
	}
	if value, err := jsvalue.Decode(text); err == nil && (value.IsArray() || strings.Contains(strings.TrimSpace(text), "\n")) {
		return failure("not_a_session", "%s is one JSON value; a file of events has one event on each line", name)
	}
	if strings.HasPrefix(text, "\x1f") { // compressed, where a CR is no end of a line
		if err := checkText(text); err != nil {
			return err
		}
	}
	if strings.Contains(text, "\r") && !strings.Contains(text, "\n") {
		return failure("not_a_session", "the lines of %s end in CR alone; a file of events has one event on each line, which ends in LF", name)
	}
	if strings.Contains(text, `"sessionId"`) && strings.Contains(text, `"event"`) {
		return nil
	}
	if err := checkText(text); err != nil {
		return err
	}
	hint := ""
	switch {
	case strings.Contains(text, `"_meta"`):
		hint = "; it looks like a session_raw file, which transcript project --dialect sessionraw shows"
	case strings.Contains(text, `"uuid"`):
		hint = "; it looks like a file of chatrecord, which transcript project shows without --dialect"
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

// chooseSession is the session that was asked for, as it is or as lists write it; "" for the first. The error is coded: usage,
// session_not_found. isCut: the sessions are those of what could be read of the file.
func (c *projectCommand) chooseSession(sessions []string, isCut bool) (string, error) {
	if c.Session == nil {
		return "", nil
	}
	asked := jsvalue.Trim(*c.Session)
	if asked == "" {
		return "", failure("usage", "--session: it is blank")
	}
	if slices.Contains(sessions, asked) {
		return asked, nil
	}
	for _, id := range sessions {
		if sanitize.Line(id) == asked {
			return id, nil
		}
	}
	rest := ""
	if isCut {
		rest = " in what could be read; whether the rest has it is not known"
	}
	if len(sessions) == 0 {
		return "", failure("session_not_found", "there is no session %s, or any%s", sanitize.Line(asked), rest)
	}
	return "", failure("session_not_found", "there is no session %s%s; there are: %s", sanitize.Line(asked), rest, listed(sessions, ""))
}

// writeChat writes a view as text. Of a chat that is cut off it names no repair, which is refused: its ends can be what was lost.
func (c *projectCommand) writeChat(s *Streams, chat textview.Chat, sessions []string, isCut bool) (complete bool, err error) {
	chat.Others = slices.DeleteFunc(sessions, func(id string) bool { return id == chat.Session })
	if turn, ok := recovery.LatestTurn(chat.Envelopes); ok && !isCut && turn.Status == "" && turn.Done == "" {
		chat.Repair = c.repair(chat.Session)
	}
	return chat.Complete, writeOut(s, func(out io.Writer) error { return textview.WriteChat(out, chat, c.look(s)) })
}

// repair is the command that shows what the latest turn lacks.
func (c *projectCommand) repair(session string) string {
	command := "transcript repair "
	if c.Session != nil {
		command += "--session " + pasted(session) + " "
	}
	return command + pasted(c.Files[0])
}

// writeAnswer writes what an operation answers.
func (c *projectCommand) writeAnswer(s *Streams, text, op string, options eventstream.Options) (complete bool, err error) {
	members := []jsvalue.Member{{Key: "now", Value: jsvalue.StringValue(options.Now)}}
	if options.Session != "" {
		members = append(members, jsvalue.Member{Key: "sessionId", Value: jsvalue.StringValue(options.Session)})
	}
	request := protocol.Request{Dialect: "eventstream", Op: op, Input: protocol.TextOf(text), Options: jsvalue.ObjectValue(members...)}
	answer, err := subject.New(spec.Version).Call(context.Background(), request)
	if err != nil {
		return false, err
	}
	result := answer.Result()
	return result.Get("complete").IsTrue(), writeOut(s, func(out io.Writer) error { return writeObject(out, result, jsvalue.Append) })
}
