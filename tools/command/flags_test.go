package command

import (
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// flagsOf lists the flags of every command that shows or changes files of a format, "command --flag" to flag. Those of project
// stand in a group of the format; a command that is not project and has no groups is of eventstream.
func flagsOf(t *testing.T, format string) map[string]*kong.Flag {
	t.Helper()
	parser, err := kong.New(&cli{}, kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	flags := map[string]*kong.Flag{}
	for _, command := range parser.Model.Children {
		for _, flag := range command.Flags {
			own := flag.Group != nil && flag.Group.Key == format
			switch command.Name {
			case "history", "compact", "repair":
				own = format == "eventstream"
			}
			if own {
				flags[command.Name+" --"+flag.Name] = flag
			}
		}
	}
	return flags
}

// TestFlagsOfFormats: the flags that section 1.4 of SPEC.md gives to the options of operations are flags of a command, and mean the
// same wherever they are.
func TestFlagsOfFormats(t *testing.T) {
	document, err := os.ReadFile("../../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(document), "What chooses among answers")
	table, _, _ = strings.Cut(table, "\n## ")
	_, operations, _ := strings.Cut(string(document), "### 8.4 ")
	var formats []string
	pairs := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 4 || strings.HasPrefix(cells[0], "---") {
			continue
		}
		if formats == nil {
			for _, name := range cells[1:] {
				formats = append(formats, strings.Trim(name, " `"))
			}
			continue
		}
		for i, cell := range cells[1:] {
			option, name, given := strings.Cut(strings.TrimSpace(cell), " ")
			if !given {
				continue
			}
			pairs++
			if !strings.Contains(operations, option) {
				t.Errorf("%s: section 8.4 has no option %s", formats[i], option)
			}
			found := false
			for place, flag := range flagsOf(t, formats[i]) {
				if flag.Name == name {
					found = true
					if flag.PlaceHolder == "" {
						t.Errorf("%s says nothing about its value", place)
					}
				}
			}
			if !found {
				t.Errorf("%s: no command has --%s for %s", formats[i], name, option)
			}
		}
	}
	if pairs < 8 {
		t.Errorf("%d options in the table", pairs)
	}
}

// TestFlagsMeanOneThing: a flag that several commands have takes the same kind of value in all of them. One with a default shows that
// in the place of the kind.
func TestFlagsMeanOneThing(t *testing.T) {
	parser, err := kong.New(&cli{}, kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	first := map[string]string{}
	for _, command := range parser.Model.Leaves(true) {
		for _, flag := range command.Flags {
			is := flag.PlaceHolder
			if flag.IsBool() {
				is = "a switch"
			} else if is == "" {
				continue
			}
			if before, known := first[flag.Name]; known && before != is {
				t.Errorf("%s --%s is %s, elsewhere %s", command.Path(), flag.Name, is, before)
			}
			first[flag.Name] = is
		}
	}
}

// TestDefaultsAreSaid: the help of a flag shows its default, in its words or as the value that it takes.
func TestDefaultsAreSaid(t *testing.T) {
	parser, err := kong.New(&cli{}, kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	for _, leaf := range parser.Model.Leaves(false) {
		for _, flag := range leaf.Flags {
			if !flag.HasDefault || strings.Contains(flag.FormatPlaceHolder(), flag.Default) {
				continue
			}
			if said++; !strings.HasSuffix(flag.Help, "Default: "+flag.Default+".") {
				t.Errorf("%s --%s: %q does not end in \"Default: %s.\"", leaf.FullPath(), flag.Name, flag.Help, flag.Default)
			}
		}
	}
	if said < 7 {
		t.Errorf("only %d flags were looked at", said)
	}
}
