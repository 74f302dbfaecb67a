package golden_test

import (
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// TestSessionRawFixtures judges the answer to every fixture of sessionraw, over the wire: by its expectation, its golden
// file and the schemas. Numbers stand in the golden files as they came.
func TestSessionRawFixtures(t *testing.T) {
	compiled := schemas(t)
	for _, group := range fixtures.Groups() {
		t.Run(string(group), func(t *testing.T) {
			g := goldie.New(t,
				goldie.WithFixtureDir("testdata/"+sessionRaw+"/"+string(group)),
				goldie.WithNameSuffix(".golden"),
				goldie.WithDiffFn(difference))
			for _, fixture := range loadOf(t, sessionRaw, group) {
				t.Run(fixture.File, func(t *testing.T) {
					answer := put(t, compiled, fixtureCase(fixture))
					got := answer.Result()
					if answer.Kind() != protocol.ResultAnswer {
						got = object("error", jsvalue.StringValue(string(answer.Err().Code)))
					} else {
						meetsResult(t, compiled, sessionRaw, fixture.Op, got)
					}
					checkExpectation(t, fixture, got)
					text := jsvalue.AppendSourceIndent(nil, abridge(withoutMessages(withoutCursor(got))), "  ")
					g.Assert(t, fixture.File, append(text, '\n'))
				})
			}
		})
	}
}

// withoutCursor puts a text of our own in the place of a cursor: only that there is one is part of the contract (SR-PAGE-02).
func withoutCursor(page jsvalue.Value) jsvalue.Value {
	if !page.Has("nextCursor") {
		return page
	}
	return page.With(jsvalue.Member{Key: "nextCursor", Value: jsvalue.StringValue("<cursor>")})
}

func fixtureCase(fixture fixtures.Fixture) testcase.Case {
	var files []protocol.File
	for _, file := range fixture.Files {
		files = append(files, protocol.File(file))
	}
	return testcase.Case{Dialect: sessionRaw, Op: fixture.Op, Input: protocol.FilesOf(files...), Options: fixture.Options}
}
