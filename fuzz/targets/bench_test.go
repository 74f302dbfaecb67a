package targets

import "testing"

// BenchmarkTargets runs the seeds of each target, one an iteration: what an execution costs without the engine's
// instrumentation.
func BenchmarkTargets(b *testing.B) {
	for _, target := range List() {
		seeds := target.Seeds()
		b.Run(target.Name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				target.Fuzz(seeds[i%len(seeds)])
			}
		})
	}
}
