package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestAgain: the command of a failure has every flag that its case needs, and reads back as the same flags.
func TestAgain(t *testing.T) {
	parse := func(args []string) certifyCommand {
		t.Helper()
		var c cli
		parser, err := kong.New(&c, kong.Vars{"version": ""})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(args); err != nil {
			t.Fatal(err)
		}
		return c.Certify
	}
	for flags, want := range map[string]string{
		"": "transcript certify --cases 2000 --seed 1",
		`--target "node 'my adapter.mjs'" --timeout 90s --max-memory 512 --known-failures "known $x.yaml" --strict ` +
			`--profile document --dialect other --jobs 3 --rule CR-PREP-25 --rule CR-PREP-26 --feature calls --cases 0 --seed 7`: `transcript certify ` +
			`--target 'node '\''my adapter.mjs'\''' --known-failures 'known $x.yaml' --timeout 1m30s --max-memory 512 --profile document --dialect other ` +
			`--strict --jobs 3 --rule CR-PREP-25 --rule CR-PREP-26 --feature calls --cases 0 --seed 7`,
	} {
		args, err := splitWords("certify " + flags)
		if err != nil {
			t.Fatal(err)
		}
		command := parse(args)
		got := command.again()
		if got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
		words, err := splitWords(got)
		if back := parse(words[1:]); err != nil || back.again() != got {
			t.Errorf("%v: %s", err, back.again())
		}
	}
}

// TestReproCommand: a capsule of a target names the target and its limits, one of this program neither.
func TestReproCommand(t *testing.T) {
	if got := (targetFlags{Timeout: 1, Profile: "current"}).repro("a b"); got != "transcript repro 'a b'" {
		t.Error(got)
	}
	words, err := splitWords(targetFlags{Target: "x 'y z'", Timeout: 1e9, Profile: "document", MaxMemory: 5, KnownFailures: "k"}.repro("f"))
	want := strings.Split("transcript|repro|--target|x 'y z'|--known-failures|k|--timeout|1s|--max-memory|5|--profile|document|f", "|")
	if err != nil || !slices.Equal(words, want) {
		t.Errorf("%q, want %q, %v", words, want, err)
	}
}
