// Package sessiondir is the edge between session files on a disk and reference/sessionraw, which touches no file.
//
// It promises of reading: only regular files are opened, so that no pipe, device or link makes it wait or loop; a file is
// read as far as it went when the store was listed, so that what is shown belongs to one moment; what is left out is named by
// a Skipped, and by a diagnostic of the thread that may lack it (SR-FILE-06); a lookup of a thread reads the first line of
// each file (and of those that name no thread there the end), not the files.
//
// Start at Open. Then Items and Page give the view of a thread, Find its files, All all threads, and List and Read
// everything.
//
// It promises of writing, which starts at NewWriter: a new file, or one in the place of a blank one, appears with its whole
// first batch or not at all, and nobody but its owner may read it (mode 0600; a blank one keeps its mode); what stands in a
// file is not touched, a batch is appended in one write; when a write returns, its bytes are on the disk (fsync of the file,
// and of the directory for a new one). A file ought to have one Writer at a time. Several lose no row of a write that
// succeeded, but each makes the context its own; one that finds the file changed at each look gives up with ErrChanging, and
// has written nothing. After any other error the file may hold a part of the batch; the same call again completes it
// (SR-WRITE-06). The Example shows a file from its first turn to its view.
package sessiondir
