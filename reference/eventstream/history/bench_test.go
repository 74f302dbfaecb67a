package history_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
)

// BenchmarkPage reads a page of 256 KiB out of the end of a sparse file of 1 GiB, and of one of 1 MiB: the same work.
func BenchmarkPage(b *testing.B) {
	benchmark(b, func(file io.ReaderAt, size int64) (int, error) {
		page, err := history.ReadPage(file, size, history.PageOptions{Session: "s", BeforeOffset: size, MaxBytes: 256 << 10})
		return len(page.Events), err
	})
}

// BenchmarkSnapshot reads a snapshot of 1,000 events out of the end of the same files.
func BenchmarkSnapshot(b *testing.B) {
	benchmark(b, func(file io.ReaderAt, size int64) (int, error) {
		snapshot, err := history.ReadSnapshot(file, size, history.SnapshotOptions{Session: "s", MaxBytes: 1 << 20, MaxEvents: 1000})
		return len(snapshot.Events), err
	})
}

func benchmark(b *testing.B, read func(file io.ReaderAt, size int64) (events int, err error)) {
	tail := strings.Repeat(lineOf("a", 1024), 1024)
	for _, size := range []int64{1 << 20, 1 << 30} {
		b.Run(fmt.Sprint(size>>20, "MiB"), func(b *testing.B) {
			disk, err := os.Create(filepath.Join(b.TempDir(), "chat.jsonl"))
			if err != nil {
				b.Fatal(err)
			}
			defer disk.Close()
			if _, err := disk.WriteAt([]byte(tail), size-int64(len(tail))); err != nil {
				b.Fatal(err)
			}
			file := &counting{ReaderAt: disk}
			for b.Loop() {
				*file = counting{ReaderAt: disk}
				if events, err := read(file, size); err != nil || events < 250 {
					b.Fatal(events, err)
				}
			}
			b.ReportMetric(float64(file.bytes), "bytes-read/op")
		})
	}
}
