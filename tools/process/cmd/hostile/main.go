// Command hostile shows that "transcript certify" is not fooled and not held up by implementations that are wrong in every
// way but content (make hostile): each is certified in turn, and the table says what came of it. It promises: exit code 1
// if one of them is certified, scores above 2 %, has another outcome than it should, takes too long, or leaves a process
// behind; and if one of the right ones, which are only slow or noisy, is not certified. The implementations are this
// program again. Start at the list of behaviours.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/process"
)

func main() {
	if code, played := play(os.Args[1:]); played {
		os.Exit(code)
	}
	cases := flag.Int("cases", 150, "generated cases; those without the features that are asked for are left out")
	only := flag.String("only", "", "the behaviour of this name only")
	flag.Parse()
	process.Alone()
	plan := []string{"--cases", fmt.Sprint(*cases), "--feature", "fragments", "--feature", "dangling-call", "--feature", "lone-surrogate"}
	if err := table(plan, *only); err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(1)
	}
}

// table measures the behaviours and prints them; the error says that a line does not hold.
func table(plan []string, only string) error {
	started, wrong, rows := time.Now(), 0, 0
	fmt.Printf(line, "behaviour", "outcomes", "end", "score", "exit", "time", "processes left")
	for _, b := range behaviours {
		if only != "" && only != b.name {
			continue
		}
		m, err := b.measure(plan)
		if err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		rows++
		fmt.Print(m.row())
		for _, fault := range b.faults(m) {
			wrong++
			fmt.Printf("  does not hold: %s\n", fault)
		}
	}
	fmt.Printf("\n%d behaviours in %v\n", rows, time.Since(started).Round(time.Second))
	if wrong > 0 || rows == 0 {
		return fmt.Errorf("%d faults in %d behaviours", wrong, rows)
	}
	return nil
}
