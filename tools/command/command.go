// Package command is the transcript command: it reads the arguments, runs one subcommand and says how it went.
//
// It promises: results go to stdout and everything else to stderr; the exit code is 0 if the work was done, 1 if the
// answer to the question asked is no (see each subcommand), 2 if the call or the input is wrong, with a code and a
// message on stderr, 3 if the kit that certifies fails itself, 130 if SIGINT ended it; text from arguments and files never acts on the terminal. Start at Main; a
// subcommand is a field of cli and has a file of its own.
package command

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// The exit codes.
const (
	exitDone        = 0
	exitNo          = 1
	exitWrong       = 2
	exitBroken      = 3   // this program is at fault
	exitInterrupted = 130 // as a shell says it of a program that SIGINT ended
)

// Streams are what the command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
}

// cli is the command line: its fields are the subcommands and the flags, its tags the help.
type cli struct {
	Project projectCommand   `cmd:"" help:"Show the conversation that a session file, or a directory of session_raw files, holds."`
	Threads threadsCommand   `cmd:"" help:"List the threads that the session_raw files of a directory hold."`
	Compact compactCommand   `cmd:"" help:"Write the events of a chat as they are stored, or sent to other clients."`
	History historyCommand   `cmd:"" help:"Show the end of the history of a chat, or a page before it, and whether there is more."`
	Repair  repairCommand    `cmd:"" help:"Show what the latest turn of a chat lacks after a crash or a Stop, or append it."`
	Serve   serveCommand     `cmd:"" help:"Answer the requests of another program, on standard input and output."`
	Rpc     rpcCommand       `cmd:"" help:"Answer JSON-RPC calls for the threads of session_raw files, on standard input and output."`
	Certify certifyCommand   `cmd:"" help:"Put an implementation to the test, over a pipe or the one in this program."`
	Report  reportCommand    `cmd:"" help:"Show a report of certify, convert it, or merge those of shards."`
	Gen     genCommand       `cmd:"" help:"Make sessions to test with."`
	Repro   reproCommand     `cmd:"" help:"Run the case of a capsule again."`
	Corpus  corpusCommand    `cmd:"" help:"Convert the inputs of fuzzing engines into one another."`
	Version kong.VersionFlag `help:"Print the version and exit."`
}

const description = "Show what the files of AI agent sessions hold, and say what they have lost."

// errNo is the answer no: nothing to report, exit code 1.
var errNo = errors.New("no")

// Failure is a fault of the call or of the input. Code is a contract, Message is for people.
type Failure struct{ Code, Message string }

func (f *Failure) Error() string { return f.Code + ": " + f.Message }

func failure(code, format string, args ...any) *Failure {
	return &Failure{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Main runs the command and returns the exit code.
func Main(args []string, s Streams) int {
	answered := false // by --help or --version; kong goes on parsing behind them
	parser, err := kong.New(&cli{},
		kong.Name("transcript"),
		kong.Description(description),
		kong.Writers(s.Out, s.Err),
		kong.Exit(func(int) { answered = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Vars{"version": version()},
		kong.Bind(&s),
	)
	if err != nil {
		return exitCode(s, err) // a fault in the tags of cli
	}
	call, err := parser.Parse(args)
	switch {
	case answered:
		return exitDone
	case err != nil:
		return exitCode(s, failure("usage", "%s\nRun \"transcript --help\", or a command with --help.", sanitize.Line(usageOf(err))))
	}
	return exitCode(s, call.Run())
}

// noValue is what the parser says where a flag is followed by nothing, or by what could be another flag.
var noValue = regexp.MustCompile(`expected \w+ value but got ("[^"]*") \((?:short|long) flag\)|expected \w+ value but got "EOL" \(<?EOL>?\)`)

// usageOf is what is wrong with the arguments.
func usageOf(err error) string {
	return noValue.ReplaceAllStringFunc(err.Error(), func(said string) string {
		if found := noValue.FindStringSubmatch(said)[1]; found != "" {
			return "a value is needed before " + found
		}
		return "a value is needed"
	})
}

// exitCode says how it went, to people on stderr and to programs by the exit code.
func exitCode(s Streams, err error) int {
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errNo):
		return exitNo
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	}
	fmt.Fprintln(s.Err, "transcript: "+sanitize.Text(err.Error()))
	var broken *kitFailure
	if errors.As(err, &broken) {
		return exitBroken
	}
	return exitWrong
}

func version() string {
	return fmt.Sprintf("transcript %s, specification %s", buildVersion(), spec.Version)
}

// buildVersion is the version of the module, as Go recorded it.
func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
