// Command planted shows that certifying the published SDK under its known failures judges the reference, too. It copies the
// module to a temporary directory, plants the faults of tools/planted/testdata in the kernel there, one at a time, and
// certifies the SDK with what comes of that in the place of the reference; then the model judges it alone. It prints a table
// (make planted):
//
//	go run ./tools/planted [-seed 21] [-count 3000] [-fault PATTERN]
//
// The kernel without a fault comes first: nothing may be found, or what is found would say nothing about a fault. The
// program exits with 1 if that fails, if a patch does not apply, or if a fault is not found. Start at field.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
)

// directory holds the faults, a patch each.
const directory = "tools/planted/testdata"

func main() {
	seed := flag.Uint64("seed", 21, "seed of the generated cases")
	count := flag.Int("count", 3000, "generated cases until a fault counts as not found")
	only := flag.String("fault", "*", "only the faults with names of this pattern")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	if err := run(ctx, *seed, *count, *only); err != nil {
		fmt.Fprintln(os.Stderr, "planted:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, seed uint64, count int, only string) error {
	field, err := newField(seed, count)
	if err != nil {
		return err
	}
	defer field.close()
	faults, err := readFaults(filepath.Join(field.module(), directory), only)
	if err != nil {
		return err
	}
	switch found, err := field.search(ctx); {
	case err != nil:
		return err
	case found != (finds{}):
		return fmt.Errorf("without a fault something is found in case %s by certifying the SDK, %s by the model; see make certify-sdk", after(found.bySDK), after(found.byModel))
	}
	fmt.Print("| fault | rule group | rules | by certifying the SDK | by the model |\n|---|---|---|--:|--:|\n")
	missed := 0
	for _, fault := range faults {
		found, err := field.plant(ctx, fault)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", fault.name, err)
		}
		if found == (finds{}) {
			missed++
		}
		fmt.Printf("| %s: %s | %s | %s | %s | %s |\n", fault.name, fault.what, fault.group, fault.rules, after(found.bySDK), after(found.byModel))
	}
	if missed > 0 {
		return fmt.Errorf("%d of %d faults were not found", missed, len(faults))
	}
	return nil
}

// after is the number of cases that it took to find a fault.
func after(cases int) string {
	if cases == 0 {
		return "not found"
	}
	return strconv.Itoa(cases)
}
