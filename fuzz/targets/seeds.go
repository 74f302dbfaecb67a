package targets

import (
	"errors"
	"io/fs"
	"sync"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// maxSeed bounds the seeds, in bytes: an engine is fast on small ones.
const maxSeed = 8 << 10

// recordFixtures are the fixtures that consist of records and are small.
var recordFixtures = sync.OnceValue(func() []fixtures.Fixture {
	var list []fixtures.Fixture
	for _, group := range fixtures.Groups() {
		loaded, err := fixtures.Load(chatrecord, group)
		if errors.Is(err, fs.ErrNotExist) {
			continue // built by go-fuzz-build, which cannot embed them
		}
		if err != nil {
			panic(err) // they are embedded
		}
		for _, fixture := range loaded {
			if len(fixture.Records) > 0 && len(fileOf(fixture.Records)) <= maxSeed {
				list = append(list, fixture)
			}
		}
	}
	return list
})

func fileOf(records []jsvalue.Value) []byte {
	var text []byte
	for _, record := range records {
		text = append(jsvalue.AppendASCII(text, record), '\n')
	}
	return text
}

// files are the small fixtures as files.
func files() [][]byte {
	var seeds [][]byte
	for _, fixture := range recordFixtures() {
		seeds = append(seeds, fileOf(fixture.Records))
	}
	return seeds
}

// choices are texts of random bytes, short and long.
func choices() [][]byte {
	var seeds [][]byte
	for seed := range 24 {
		source := generate.NewPCG(uint64(seed))
		data := make([]byte, 40+60*(seed%8))
		for i := range data {
			data[i] = byte(source.Below(256))
		}
		data[0] = byte(seed)
		seeds = append(seeds, data)
	}
	return seeds
}
