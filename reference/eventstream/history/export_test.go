package history

// ReadPageOf is ReadPage without bounds on the size of a page.
var ReadPageOf = readPage
