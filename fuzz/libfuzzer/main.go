// Command libfuzzer is a fuzz target for libFuzzer, which has its own main. "make libfuzzer" builds and runs it:
//
//	go build -tags libfuzzer -gcflags=all=-d=libfuzzer -buildmode=c-archive -o fuzz.a ./fuzz/libfuzzer
//	clang -fsanitize=fuzzer fuzz.a -o fuzz
//	TRANSCRIPT_TARGET=FuzzReader ./fuzz -max_total_time=20 -dict=tools/oss-fuzz/transcript.dict CORPUS
//
// The compiler instruments the code itself, counters and comparisons both.
package main

import "fmt"

func main() {
	fmt.Println("This program is an archive for libFuzzer: make libfuzzer builds and runs it.")
}
