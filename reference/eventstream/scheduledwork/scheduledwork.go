// Package scheduledwork folds the updates of scheduled and background work into what stands now.
//
// It promises: the end of a turn ends no work; what an update leaves out stays. Start at Fold.
package scheduledwork

import (
	"cmp"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/backgroundjob"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Work is one piece of work as of its last update.
type Work struct {
	ID, Kind, Status string
	Title            string // never blank
	Summary          string // "" if there is none
	// Others are the other members of the updates, each as it came last, in the order in which they came first.
	Others []jsvalue.Member
	// Created and Updated are the timestamps of the first and the last update.
	Created, Updated string

	places map[string]int // in Others, by the key
}

// Lists are the work of a chat, what was updated last first (ES-SCHED-03).
type Lists struct {
	All        []Work
	Schedule   []Work // all but background tasks
	Active     []Work // of the schedule what is not history
	History    []Work // single wakeups and loops that fired or ended
	Background []Work // background tasks that are no sub-agents
}

// Fold folds the updates of the events (ES-SCHED-01).
func Fold(envelopes []event.Envelope) Lists {
	var works []*Work
	byID, subagents := map[string]*Work{}, map[string]bool{}
	for _, envelope := range envelopes {
		e := envelope.Event
		if strings.HasPrefix(envelope.Type(), "subagent") && backgroundjob.LifecycleOf(e).IsSubagent() {
			subagents[event.Name(e, "taskId")], subagents[event.Name(e, "agentId")] = true, true
		}
		id := event.Name(e, "id")
		if envelope.Type() != "scheduled_work_update" || id == "" {
			continue
		}
		work := byID[id]
		if work == nil {
			work = &Work{ID: id, Created: envelope.Timestamp, places: map[string]int{}}
			byID[id] = work
			works = append(works, work)
		}
		work.take(e)
		work.Updated = envelope.Timestamp
	}
	delete(subagents, "")
	return listsOf(works, subagents)
}

// take overlays an update: kind and status are its own, title and summary where it has one that is not blank, and any
// other member unless it is null or absent (ES-SCHED-02).
func (w *Work) take(update jsvalue.Value) {
	w.Kind, w.Status = update.Get("kind").Text(), update.Get("status").Text()
	if title := event.Name(update, "title"); title != "" {
		w.Title = title
	} else if w.Title == "" {
		w.Title = defaultTitle(w.Kind)
	}
	if summary := event.Name(update, "summary"); summary != "" {
		w.Summary = summary
	}
	for key, value := range update.Members() {
		if !value.IsNullish() && !slices.Contains(own, key) {
			w.set(key, value)
		}
	}
}

// own are the members that Work has fields for, and the type.
var own = []string{"type", "id", "kind", "status", "title", "summary"}

func (w *Work) set(key string, value jsvalue.Value) {
	if i, ok := w.places[key]; ok {
		w.Others[i].Value = value
		return
	}
	w.places[key] = len(w.Others)
	w.Others = append(w.Others, jsvalue.Member{Key: key, Value: value})
}

func (w *Work) other(key string) jsvalue.Value {
	if i, ok := w.places[key]; ok {
		return w.Others[i].Value
	}
	return jsvalue.Value{}
}

func defaultTitle(kind string) string {
	switch kind {
	case "wakeup":
		return "Scheduled wakeup"
	case "cron":
		return "Scheduled task"
	case "loop":
		return "Loop wakeup"
	case "remote_trigger":
		return "Remote trigger"
	default:
		return "Background work"
	}
}

func listsOf(works []*Work, subagents map[string]bool) Lists {
	slices.SortStableFunc(works, func(a, b *Work) int { return -compareTimes(a.Updated, b.Updated) })
	var lists Lists
	for _, work := range works {
		lists.All = append(lists.All, *work)
		switch {
		case work.Kind == "background_task":
			if !subagents[jsvalue.Trim(work.other("sourceTaskId").Text())] {
				lists.Background = append(lists.Background, *work)
			}
		case work.isHistory():
			lists.Schedule, lists.History = append(lists.Schedule, *work), append(lists.History, *work)
		default:
			lists.Schedule, lists.Active = append(lists.Schedule, *work), append(lists.Active, *work)
		}
	}
	return lists
}

func (w *Work) isHistory() bool {
	once := (w.Kind == "wakeup" || w.Kind == "loop") && !w.other("recurring").IsTrue()
	return once && (w.Status == "fired" || w.Status == "completed")
}

// compareTimes compares two timestamps as instants. What is none is less than any, and among its like a text.
func compareTimes(a, b string) int {
	at, aOK := jstime.Parse(a)
	bt, bOK := jstime.Parse(b)
	switch {
	case aOK && bOK:
		return cmp.Compare(at, bt)
	case aOK:
		return 1
	case bOK:
		return -1
	default:
		return strings.Compare(a, b)
	}
}

// Value is {id, kind, status, title, summary, ..., createdAt, updatedAt}; summary is null if there is none.
func (w Work) Value() jsvalue.Value {
	summary := jsvalue.NullValue()
	if w.Summary != "" {
		summary = jsvalue.StringValue(w.Summary)
	}
	members := []jsvalue.Member{
		{Key: "id", Value: jsvalue.StringValue(w.ID)},
		{Key: "kind", Value: jsvalue.StringValue(w.Kind)},
		{Key: "status", Value: jsvalue.StringValue(w.Status)},
		{Key: "title", Value: jsvalue.StringValue(w.Title)},
		{Key: "summary", Value: summary},
	}
	members = append(members, w.Others...)
	return jsvalue.ObjectValue(append(members,
		jsvalue.Member{Key: "createdAt", Value: jsvalue.StringValue(w.Created)},
		jsvalue.Member{Key: "updatedAt", Value: jsvalue.StringValue(w.Updated)})...)
}
