package crosscheck

import (
	"context"
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// Check asks both sides about a case and judges the answers under the excuses. The error is a fault of the machinery.
func Check(ctx context.Context, adapter *Adapter, c Case, excuses []Excuse) (Verdict, error) {
	records, err := c.Records()
	if err != nil {
		return Verdict{}, err
	}
	ours, err := reference(ctx, c)
	if err != nil {
		return Verdict{}, fmt.Errorf("%s: %w", c.Name, err)
	}
	theirs, err := adapter.Ask(ctx, c)
	if err != nil {
		return Verdict{}, fmt.Errorf("%s: %w", c.Name, err)
	}
	differences := compare.Answers(plain(ours), plain(theirs), compare.Options{Mask: maskWording})
	return Judge(c, NewView(records, c.Options), differences, excuses), nil
}

// reference is our own answer; a panic is internal_error, as from a process.
func reference(ctx context.Context, c Case) (answer protocol.Answer, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			answer, err = protocol.Fail(protocol.InternalError, fmt.Sprint("panic: ", cause)), nil
		}
	}()
	return subject.New("").Call(ctx, c.Request(jsvalue.IntValue(1)))
}

// plain is an answer as a value: the projection, or {"error": code}. Of an internal error, and of one that says that the
// operation is not there, the message counts too.
func plain(answer protocol.Answer) jsvalue.Value {
	failure := string(answer.Err().Code)
	switch answer.Kind() {
	case protocol.ResultAnswer:
		return answer.Result()
	case protocol.UnsupportedAnswer:
		failure = "unsupported: " + answer.Why()
	}
	if answer.Err().Code == protocol.InternalError {
		failure += ": " + answer.Err().Message
	}
	return jsvalue.ObjectValue(jsvalue.Member{Key: "error", Value: jsvalue.StringValue(failure)})
}
