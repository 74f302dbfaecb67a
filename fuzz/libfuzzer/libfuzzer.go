//go:build libfuzzer

package main

/*
#include <stddef.h>
#include <stdint.h>
*/
import "C"

import (
	"cmp"
	"os"
	"sync"
	"unsafe"

	"github.com/transcriptspec/transcriptspec/fuzz/targets"
)

// target is the one that the environment names.
var target = sync.OnceValue(func() targets.Target {
	name := cmp.Or(os.Getenv("TRANSCRIPT_TARGET"), "FuzzProject")
	t, ok := targets.ByName(name)
	if !ok {
		panic("there is no target " + name)
	}
	return t
})

// LLVMFuzzerTestOneInput is what libFuzzer calls with each input. The bytes are the engine's and change afterwards, so they
// are copied first.
//
//export LLVMFuzzerTestOneInput
func LLVMFuzzerTestOneInput(data *C.uint8_t, size C.size_t) C.int {
	target().Fuzz(C.GoBytes(unsafe.Pointer(data), C.int(size)))
	return 0
}
