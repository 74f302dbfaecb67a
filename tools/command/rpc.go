package command

import (
	"fmt"
	"os"

	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
	"github.com/transcriptspec/transcriptspec/tools/sessionrpc"
)

// rpcCommand is "transcript rpc".
type rpcCommand struct {
	Paths   []string `arg:"" name:"dir" help:"Directories of session_raw files, workspaces that have some, or files."`
	MaxLine byteSize `placeholder:"SIZE" default:"16M" help:"Longest message taken, in bytes; K, M and G multiply by 1024. Default: 16M."`
}

// Help is the long help.
func (rpcCommand) Help() string {
	return `JSON-RPC 2.0 over standard input and output, one message a line. The files are looked at anew for each call, so that what
was appended shows at once. Batches have at most 100 requests.

  -> {"jsonrpc":"2.0","id":1,"method":"threads.transcript_get","params":{"thread_id":"thread-7","limit":20}}
  <- {"jsonrpc":"2.0","id":1,"result":{"threadId":"thread-7","items":[ ... ],"total":91,"hasMore":true, ... "nextCursor":" ... "}}
  -> {"jsonrpc":"2.0","id":2,"method":"threads.transcript_get","params":{"thread_id":"thread-7","cursor":" ... "}}

The result is a page, the newest items first, as "page" in SPEC.md, 9.7; spec/schema/sessionraw-page.json is its schema. A
thread that is not there has hasTranscript false. Errors have the codes of JSON-RPC and data {"code": ...}:

  -32700, -32600, -32601  no JSON; no request, or too long a message or batch; no such method (without data)
  -32602                  invalid_params, invalid_cursor
  -32098                  store_unreadable: the directory cannot be listed
  -32603                  internal_error

Files that are left out (links inside a directory, be it session_raw; pipes; unreadable ones) are named on stderr. So is it
that there is no session file at all when it starts.

Exit codes:
  0    standard input has ended, or standard output was closed, or SIGTERM came
  2    wrong use, or reading or writing failed; the code and the reason are on stderr
  130  SIGINT came
After a signal the answer in flight is finished, if it is read within 2 seconds (else the code is 2); a second signal does
not wait for it.`
}

// Run answers until there is nothing to answer.
func (c *rpcCommand) Run(s *Streams) error {
	store, err := sessiondir.Open(c.Paths...)
	if err != nil {
		return failure("usage", "%v", err)
	}
	files, _, err := store.List()
	switch {
	case err != nil:
		return storeFailure(err)
	case len(files) == 0:
		set := sessionSet{paths: c.Paths}
		fmt.Fprintf(s.Err, "transcript: there is no session file in %s yet; every thread is empty until one is written\n", set.where())
	}
	ctx, caught, stop := untilSignal()
	defer stop()
	err = sessionrpc.Serve(ctx, store, s.In, s.Out, sessionrpc.Options{MaxMessage: int(c.MaxLine), Log: s.Err})
	switch {
	case err != nil && !isClosedPipe(err):
		return failure("serve_failed", "%v", err)
	case caught() == os.Interrupt:
		return errInterrupted
	}
	return nil
}
