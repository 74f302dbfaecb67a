package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// sdkDirectory holds the adapter of the published TypeScript SDK, seen from the top of the module, where bench is run.
const sdkDirectory = "tools/adapters/qwen-sdk"

// The SDK's time grows with the square of the records: a process takes seconds at 5,000 records, minutes at 20,000 and
// hours at 100,000. So it is measured once where that takes long, and not at all where it takes hours.
const (
	sdkOnceFrom   = 5_000
	sdkMaxRecords = 20_000
)

// sdk is the published TypeScript SDK; the zero value stands for none.
type sdk struct{ node, script string }

// findSDK needs node and the installed package; both are optional.
func findSDK(node node) (sdk, error) {
	if node.path == "" {
		return sdk{}, nil
	}
	if _, err := os.Stat(filepath.Join(sdkDirectory, "node_modules", "@qwen-code", "sdk")); err != nil {
		fmt.Fprintf(os.Stderr, "without the SDK: npm ci --prefix %s would install it\n", sdkDirectory)
		return sdk{}, nil
	}
	script, err := filepath.Abs(filepath.Join(sdkDirectory, "measure.mjs"))
	return sdk{node: node.path, script: script}, err
}

// measure projects the file in a process of its own, if that ends in reasonable time; without figures it was not measured.
func (s sdk) measure(file string, records, run int) ([]figures, error) {
	if s.node == "" || records > sdkMaxRecords || records >= sdkOnceFrom && run > 0 {
		return nil, nil
	}
	measured, err := childFigures(exec.Command(s.node, s.script, file))
	if err != nil {
		return nil, err
	}
	return []figures{measured}, nil
}
