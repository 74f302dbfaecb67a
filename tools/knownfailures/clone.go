package knownfailures

import "slices"

// Clone is a list that shares nothing with this one, so that Add and AddCase to it leave this one as it is.
func (f File) Clone() File {
	f.Features, f.Relations, f.Cases = slices.Clone(f.Features), slices.Clone(f.Relations), slices.Clone(f.Cases)
	for i := range f.Features {
		f.Features[i].Failures = slices.Clone(f.Features[i].Failures)
		for j := range f.Features[i].Failures {
			f.Features[i].Failures[j].Paths = slices.Clone(f.Features[i].Failures[j].Paths)
		}
	}
	for i := range f.Relations {
		f.Relations[i].Paths = slices.Clone(f.Relations[i].Paths)
	}
	return f
}

// Sorted is a clone in the order of Format. The order counts: it says which of several entries that fit is the one.
func (f File) Sorted() File {
	f = f.Clone()
	f.sort()
	return f
}
