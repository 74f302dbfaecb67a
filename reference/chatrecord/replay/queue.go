package replay

// queue holds pending calls in start order; calls that are pending no more are dropped when they reach the front.
type queue struct {
	calls []*call
	live  int
}

func queueAt[K comparable](queues map[K]*queue, key K) *queue {
	q := queues[key]
	if q == nil {
		q = &queue{}
		queues[key] = q
	}
	return q
}

func (q *queue) push(c *call) {
	q.calls = append(q.calls, c)
	q.live++
}

func (q *queue) front() *call {
	for len(q.calls) > 0 {
		if q.calls[0].pending {
			return q.calls[0]
		}
		q.calls = q.calls[1:]
	}
	return nil
}
