package layout

// Looks is how many names SearchAll gives to the threads together.
func Looks(files map[string]string) (looks int) {
	identify := func(file string) Identity { return Identify(files[file]) }
	var names []string
	for file := range files {
		names = append(names, file)
	}
	x := newIndex(names)
	near := x.near(identify)
	for _, id := range x.ids(identify) {
		looks += len(near(id))
	}
	return looks
}
