package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/transcriptspec/transcriptspec/fuzz/targets"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// corpusCommand is "transcript corpus".
type corpusCommand struct {
	File   []string `arg:"" optional:"" help:"Corpus files of go test, capsules, or files of bytes; each is recognised."`
	To     string   `required:"" enum:"native,raw,jsonl,capsule" help:"native is the form of go test, raw the bytes, jsonl the session, capsule a finding."`
	Out    string   `required:"" placeholder:"DIR" help:"Directory for the results; it is made if need be."`
	Target string   `default:"FuzzProject" help:"The fuzz target whose input the files are."`
	Seeds  string   `placeholder:"TARGET" help:"Write the seeds of this target instead of files."`
}

// Help is the long help.
func (corpusCommand) Help() string {
	return `The engines of go test, go-fuzz and libFuzzer keep their inputs in forms of their own: go test as Go text with a first line,
the others as bare bytes. This converts between them, and between them and sessions.

  transcript corpus --to raw --out corpus fuzz/testdata/fuzz/FuzzProject/*
  transcript corpus --to native --out fuzz/testdata/fuzz/FuzzProject session.jsonl
  transcript corpus --to jsonl --target FuzzProjectStructured --out sessions crash-*
  transcript corpus --to capsule --target FuzzProjectStructured --out capsules crash-*
  transcript corpus --to raw --seeds FuzzReader --out seeds

A result has the name of its file, in native form the one that go test would choose. jsonl writes the session that the
bytes stand for in the target. capsule makes the case small and needs a finding.

Exit codes:
  0  all files were converted
  1  a file shows no finding, with --to capsule
  2  wrong use, or a file is none that can be converted; the code and the reason are on stderr`
}

// Run converts the files.
func (c *corpusCommand) Run(s *Streams) error {
	ctx, caught, stop := untilSignal()
	defer stop()
	inputs, target, err := c.inputs(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return failure("output_failed", "%s: %v", sanitize.Line(c.Out), reason(err))
	}
	var none error
	written := map[string]bool{}
	for _, input := range inputs {
		if caught() != nil {
			return errInterrupted
		}
		path, err := c.convert(ctx, target, input, written)
		switch {
		case err != nil:
			return err
		case path == "":
			fmt.Fprintf(s.Err, "transcript: %s shows no finding\n", sanitize.Line(input.name))
			none = errNo
		default:
			fmt.Fprintln(s.Out, sanitize.Line(path))
		}
	}
	return none
}

// corpusInput are the bytes that a file stands for.
type corpusInput struct {
	name string
	data []byte
}

func (c *corpusCommand) inputs(s *Streams) ([]corpusInput, targets.Target, error) {
	name := c.Target
	if c.Seeds != "" {
		name = c.Seeds
	}
	target, ok := targets.ByName(name)
	switch {
	case !ok:
		return nil, target, failure("unknown_target", "there is no target %q; there is %s", name, strings.Join(targetNames(), ", "))
	case (c.Seeds == "") == (len(c.File) == 0):
		return nil, target, failure("usage", "name files, or --seeds and a target")
	}
	var inputs []corpusInput
	if c.Seeds != "" {
		for i, seed := range target.Seeds() {
			inputs = append(inputs, corpusInput{fmt.Sprintf("seed-%03d", i), seed})
		}
	}
	for _, file := range c.File {
		text, err := readInput(file, s.In)
		if err != nil {
			return nil, target, err
		}
		data, err := bytesOf(target, []byte(text))
		if err != nil {
			return nil, target, failure("bad_input", "%s: %v", inputName(file), err)
		}
		inputs = append(inputs, corpusInput{filepath.Base(file), data})
	}
	return inputs, target, nil
}

func targetNames() []string {
	var names []string
	for _, t := range targets.List() {
		names = append(names, t.Name)
	}
	return names
}

// bytesOf are the bytes for the target that a file of any form stands for.
func bytesOf(target targets.Target, text []byte) ([]byte, error) {
	switch {
	case targets.IsNative(text):
		return targets.ParseNative(text)
	case bytes.HasPrefix(text, []byte("transcript capsule ")):
		c, err := capsule.Parse(text)
		switch {
		case err != nil:
		case c.Case.Input.Kind() != protocol.TextInput:
			err = errors.New("the case of the capsule is no text")
		case target.Property == nil && !target.ReadsFiles || target.Property != nil && c.Case.Op != target.Name:
			err = fmt.Errorf("the case of the capsule is no input of %s", target.Name)
		}
		return []byte(c.Case.Input.Text()), err
	}
	return text, nil
}

// convert writes one result and returns its path, "" if it needs a finding and there is none. written are the names so far.
func (c *corpusCommand) convert(ctx context.Context, target targets.Target, input corpusInput, written map[string]bool) (string, error) {
	name, data := input.name, input.data
	switch c.To {
	case "native":
		name, data = targets.NativeName(data), targets.FormatNative(data)
	case "jsonl":
		session, err := sessionOf(target, input)
		if err != nil {
			return "", err
		}
		data = []byte(session)
		name = strings.TrimSuffix(strings.TrimSuffix(name, filepath.Ext(name)), ".") + ".jsonl"
	case "capsule":
		return c.capsule(ctx, target, data)
	}
	if c.To != "native" { // there, one name is one content
		name = unused(name, written)
	}
	path := filepath.Join(c.Out, name)
	if there, err := os.ReadFile(path); err == nil && !bytes.Equal(there, data) {
		return "", failure("output_exists", "%s holds something else; it is not overwritten", sanitize.Line(path))
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return "", failure("output_failed", "%v", err)
	}
	return path, nil
}

// sessionOf is the session that the bytes stand for.
func sessionOf(target targets.Target, input corpusInput) (string, error) {
	if target.Case == nil {
		return string(input.data), nil
	}
	one, ok := target.Case(input.data)
	switch {
	case !ok:
		return "", failure("bad_input", "%s: %s makes no case of it", inputName(input.name), target.Name)
	case one.Input.Kind() != protocol.TextInput:
		return "", failure("bad_input", "%s: a case of %s is no session; --to capsule keeps it", inputName(input.name), target.Name)
	}
	return one.Input.Text(), nil
}

// unused gives files of one name, from several directories, names of their own.
func unused(name string, written map[string]bool) string {
	extension := filepath.Ext(name)
	free := name
	for n := 2; written[free]; n++ {
		free = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, extension), n, extension)
	}
	written[free] = true
	return free
}

func (c *corpusCommand) capsule(ctx context.Context, target targets.Target, data []byte) (string, error) {
	found, err := target.Find(ctx, data)
	switch {
	case ctx.Err() != nil:
		return "", errInterrupted
	case err != nil:
		return "", err
	case found == nil:
		return "", nil
	}
	small, _ := found.Capsule(ctx) // it is good, if not always small
	path, err := capsule.Write(c.Out, small)
	if err != nil {
		return "", failure("output_failed", "%v", err)
	}
	return path, nil
}
