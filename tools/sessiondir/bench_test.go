package sessiondir_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// BenchmarkWarmPage: the first page of a thread that is remembered, by the number of files in the directory.
func BenchmarkWarmPage(b *testing.B) {
	for _, count := range []int{1, 100, 1000} {
		b.Run(fmt.Sprint(count, "-files"), func(b *testing.B) { warmPage(b, count, 0) })
	}
	b.Run("1000-files-changed-just-now", func(b *testing.B) { warmPage(b, 1000, time.Hour) })
}

func warmPage(b *testing.B, count int, settled time.Duration) {
	sessiondir.SettleAfter(b, settled)
	store := open(b, manyFiles(b, count))
	get := func() {
		if p, _, err := store.Page("T0", "", page.DefaultLimit); err != nil || len(p.Items) != page.DefaultLimit {
			b.Fatal(len(p.Items), err)
		}
	}
	get()
	get()
	for b.Loop() {
		get()
	}
}

// BenchmarkFind: one thread among 1,000 files that nothing is remembered of.
func BenchmarkFind(b *testing.B) {
	dir := manyFiles(b, 1000)
	var found sessiondir.Lookup
	for b.Loop() {
		var err error
		if found, err = open(b, dir).Find("T500"); err != nil || len(found.Files) != 1 {
			b.Fatal(found, err)
		}
	}
	b.ReportMetric(float64(found.BytesRead), "bytes-read")
}

// BenchmarkAll: all threads of a directory, each file of which is known, by their number.
func BenchmarkAll(b *testing.B) {
	for _, count := range []int{250, 1000} {
		b.Run(fmt.Sprint(count, "-threads"), func(b *testing.B) {
			store := open(b, manyFiles(b, count))
			for b.Loop() {
				if all, err := store.All(); err != nil || len(all.Threads) != count {
					b.Fatal(len(all.Threads), err)
				}
			}
		})
	}
}

// manyFiles makes a directory of files of 100 KB, each of a thread of its own.
func manyFiles(b *testing.B, count int) string {
	body := strings.Repeat(user(strings.Repeat("x", 1000)), 100)
	files := map[string]string{}
	for i := range count {
		files[fmt.Sprintf("%d_a.jsonl", i)] = meta(fmt.Sprint("T", i)) + body
	}
	return write(b, files)
}
