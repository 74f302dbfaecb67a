#!/bin/bash -eu
# Builds every target of ./fuzz for the engines of OSS-Fuzz, each with a dictionary and a corpus to start from.
# SRC, OUT and compile_native_go_fuzzer_v2 are the base image's.
cd "$SRC/transcriptspec"

for target in $(sed -n 's/^func \(Fuzz[A-Za-z]*\)(f \*testing\.F) *{ run(.*/\1/p' fuzz/fuzz_test.go | sort); do
	compile_native_go_fuzzer_v2 ./fuzz "$target" "$target"
	cp tools/oss-fuzz/transcript.dict "$OUT/$target.dict"
	# These engines keep the bytes as they are, go test keeps them as Go text: the corpora are not interchangeable.
	seeds=$(mktemp -d)
	go run ./tools/transcript corpus --seeds "$target" --to raw --out "$seeds"
	(cd "$seeds" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
	rm -r "$seeds"
done
