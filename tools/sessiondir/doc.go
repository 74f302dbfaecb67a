// Package sessiondir is the edge between session files on a disk and reference/sessionraw, which touches no file.
//
// It promises: only regular files are opened, so that no pipe, device or link makes it wait or loop; a file is read as far
// as it went when the store was listed, so that what is shown belongs to one moment; what is left out is named by a
// Skipped; a lookup of a thread reads the first line of each file (and of those that name no thread there the end), not
// the files.
//
// Start at Open. Then Items and Page give the view of a thread, Find its files, Threads all threads, and List and Read
// everything.
package sessiondir
