package process

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// EndsDescendants reports whether what a Child starts is ended with it even if it leaves its process group, as daemons do.
// On Linux this program becomes a child subreaper with its first Child: orphans of its descendants become its children, so
// that it can find and reap them.
func EndsDescendants() bool { return subreaper() == nil }

var subreaper = sync.OnceValue(func() error {
	return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
})

// live are the processes that Children run now. The lock is held over a start, so that nobody is taken for an orphan who
// is about to be one of these.
var live = struct {
	sync.Mutex
	roots  map[int]bool
	alone  bool
	before map[int]uint64 // start times of the descendants that there were already when that was said
}{roots: map[int]bool{}}

// Alone says that this program starts no processes but those of Children from now on. Then each process that it inherits
// was started by one of them, even if it can no longer be known by which, and is ended when no Child runs any more.
func Alone() {
	live.Lock()
	defer live.Unlock()
	live.alone, live.before = true, map[int]uint64{}
	for _, p := range descendants() {
		live.before[p.pid] = p.started
	}
}

// inherited are the descendants of this program, without those that it had before and what these have started.
func inherited() []proc {
	strange := map[int]bool{}
	return slices.DeleteFunc(descendants(), func(p proc) bool {
		if started, ok := live.before[p.pid]; ok && started == p.started || strange[p.parent] {
			strange[p.pid] = true
		}
		return strange[p.pid]
	})
}

// family is a process and what it started. A descendant is known by its parents, its process group, its session, or an
// environment variable that all of them inherit: not all of these can be left by forking in the usual ways.
type family struct {
	root int
	mark []byte // the variable, as it stands in the environment

	mutex sync.Mutex
	known map[int]uint64 // start times of those that were found so far, who may have left all of these since
}

var families atomic.Int64

// startFamily starts the command, whose environment gets the mark.
func startFamily(command *exec.Cmd) (*family, error) {
	EndsDescendants() // before the first descendant is there
	// The name holds what is unique, not the value, so that a runner among the descendants keeps our mark beside its own.
	mark := fmt.Sprintf("TRANSCRIPT_RUN_%d_%d=1", os.Getpid(), families.Add(1))
	command.Env = append(command.Environ(), mark)
	live.Lock()
	defer live.Unlock()
	if err := command.Start(); err != nil {
		return nil, err
	}
	root := command.Process.Pid
	live.roots[root] = true
	f := &family{root: root, mark: []byte(mark), known: map[int]uint64{}}
	if p, ok := procOf(root); ok {
		f.known[root] = p.started
	}
	return f, nil
}

// memory is the resident bytes of all, what they share counted more than once.
func (f *family) memory() int64 {
	var pages int64
	for _, p := range f.members() {
		pages += p.resident
	}
	return pages * int64(os.Getpagesize())
}

// end kills and reaps all but the process itself, which has ended and was reaped.
func (f *family) end() {
	endAll(f.members)
	live.Lock()
	defer live.Unlock()
	delete(live.roots, f.root)
	if live.alone && len(live.roots) == 0 {
		endAll(inherited)
	}
}

// endAll kills and reaps until a look finds nobody, no longer than endLimit: new ones may be started meanwhile.
func endAll(find func() []proc) {
	wait := time.Millisecond
	for until := time.Now().Add(endLimit); ; wait = min(2*wait, 20*time.Millisecond) {
		left := 0
		for _, p := range find() {
			if p.zombie && p.parent == os.Getpid() {
				syscall.Wait4(p.pid, nil, syscall.WNOHANG, nil) // it is a zombie, so it is there to be reaped
				continue
			}
			p.kill()
			left++
		}
		if left == 0 || time.Now().After(until) {
			return
		}
		time.Sleep(wait)
	}
}

// members are the descendants of this program that belong to the family.
func (f *family) members() []proc {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	all := descendants()
	own, _ := unix.Getsid(0) // it has one
	belongs, sessions := map[int]bool{}, map[int]bool{}
	for again := true; again; {
		again = false
		for _, p := range all {
			if belongs[p.pid] || !(belongs[p.parent] || sessions[p.session] || f.isOne(p)) {
				continue
			}
			belongs[p.pid], again = true, true
			if p.session != own {
				sessions[p.session] = true
			}
		}
	}
	var found []proc
	for _, p := range all {
		if belongs[p.pid] {
			f.known[p.pid] = p.started
			found = append(found, p)
		}
	}
	return found
}

// isOne reports whether a process shows by itself that it belongs.
func (f *family) isOne(p proc) bool {
	if started, ok := f.known[p.pid]; p.group == f.root || ok && started == p.started {
		return true
	}
	environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid))
	if err != nil {
		return false // it has ended, or belongs to another user
	}
	for entry := range bytes.SplitSeq(environment, []byte{0}) {
		if bytes.Equal(entry, f.mark) {
			return true
		}
	}
	return false
}

// proc is what is to be known of a process.
type proc struct {
	pid, parent, group, session int
	started                     uint64 // clock ticks since the system started: with pid it names a process for ever
	resident                    int64  // pages
	zombie                      bool
}

// kill kills the process, if the number is still its own.
func (p proc) kill() {
	handle, err := os.FindProcess(p.pid) // which holds on to the process that has the number now
	if err != nil {
		return // it has ended
	}
	defer handle.Release()
	if now, ok := procOf(p.pid); ok && now.started == p.started {
		handle.Kill()
	}
}

// descendants are all processes below this one, parents before their children.
func descendants() []proc {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	children := map[int][]proc{}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if p, ok := procOf(pid); ok {
			children[p.parent] = append(children[p.parent], p)
		}
	}
	found := children[os.Getpid()]
	for i := 0; i < len(found); i++ {
		found = append(found, children[found[i].pid]...)
	}
	return found
}

// procOf reads /proc/PID/stat: the name in parentheses may hold anything, what is behind it are numbers and a letter.
func procOf(pid int) (proc, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return proc{}, false
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const last = 24 - 3 // fields[0] is the third
	if len(fields) <= last {
		return proc{}, false
	}
	number := func(field int) int64 {
		n, _ := strconv.ParseInt(string(fields[field-3]), 10, 64) // the kernel wrote it
		return n
	}
	return proc{
		pid: pid, zombie: fields[0][0] == 'Z' || fields[0][0] == 'X',
		parent: int(number(4)), group: int(number(5)), session: int(number(6)),
		started: uint64(number(22)), resident: number(24),
	}, true
}
