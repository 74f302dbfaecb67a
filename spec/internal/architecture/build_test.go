package architecture_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestBuilds compiles the kernels for a browser and everything for the systems the tests do not run on.
func TestBuilds(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the module several times")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	base := root(t)
	for _, target := range []struct {
		system, architecture string
		packages             []string
	}{
		{"js", "wasm", []string{"./spec/...", "./reference/..."}},
		{"windows", "amd64", []string{"./..."}},
		{"darwin", "arm64", []string{"./..."}},
	} {
		t.Run(target.system+"-"+target.architecture, func(t *testing.T) {
			// Several packages at once: go build compiles and links them, and keeps nothing.
			command := exec.Command("go", append([]string{"build"}, target.packages...)...)
			command.Dir = base
			command.Env = append(os.Environ(), "GOOS="+target.system, "GOARCH="+target.architecture, "CGO_ENABLED=0")
			if output, err := command.CombinedOutput(); err != nil {
				t.Errorf("go build %s: %v\n%s", strings.Join(target.packages, " "), err, output)
			}
		})
	}
}
