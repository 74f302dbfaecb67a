package golden_test

import (
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// TestEventStreamFixtures judges the answer to every fixture of eventstream, over the wire: by its expectation, its golden
// file and the schemas.
func TestEventStreamFixtures(t *testing.T) {
	compiled := schemas(t)
	for _, group := range fixtures.Groups() {
		t.Run(string(group), func(t *testing.T) {
			g := goldie.New(t,
				goldie.WithFixtureDir("testdata/"+eventStream+"/"+string(group)),
				goldie.WithNameSuffix(".golden"),
				goldie.WithDiffFn(difference))
			for _, fixture := range loadOf(t, eventStream, group) {
				t.Run(fixture.File, func(t *testing.T) {
					answer := put(t, compiled, chatCase(fixture))
					got := answer.Result()
					if answer.Kind() != protocol.ResultAnswer {
						got = object("error", jsvalue.StringValue(string(answer.Err().Code)))
					} else {
						meetsResult(t, compiled, eventStream, fixture.Op, got)
					}
					checkExpectation(t, fixture, got)
					text := jsvalue.AppendIndent(nil, withoutMessages(got), "  ")
					g.Assert(t, fixture.File, append(text, '\n'))
				})
			}
		})
	}
}

func chatCase(fixture fixtures.Fixture) testcase.Case {
	c := testcase.Case{Dialect: eventStream, Op: fixture.Op, Options: fixture.Options}
	switch {
	case fixture.Files != nil:
		var files []protocol.File
		for _, file := range fixture.Files {
			files = append(files, protocol.File(file))
		}
		c.Input = protocol.FilesOf(files...)
	case !fixture.RecordsArgument.IsUndefined():
		c.Input = protocol.ValueOf(fixture.RecordsArgument)
	case fixture.HasText:
		c.Input = protocol.TextOf(fixture.Text)
	default:
		var lines []byte
		for _, record := range fixture.Records {
			lines = append(jsvalue.Append(lines, record), '\n')
		}
		c.Input = protocol.TextOf(string(lines))
	}
	return c
}
