package rows

// name is what agents and jobs go by. Whoever has one keeps the pointer, so that no event costs the length of a name that it
// does not bear.
type name struct {
	text   string
	agent  *agent // that has it as its agentId, or in the keys of its rows
	ofTask *agent // the latest that was named together with it as its taskId
	job    *job
}

// names are all that were borne.
type names map[string]*name

// of is the name that a text is; nil if it is empty.
func (n names) of(text string) *name {
	if text == "" {
		return nil
	}
	found := n[text]
	if found == nil {
		found = &name{text: text}
		n[text] = found
	}
	return found
}

// bearer is what goes by the name, which can be that of its task; nil if nothing does.
func (n *name) bearer() *agent {
	switch {
	case n == nil:
		return nil
	case n.agent != nil:
		return n.agent
	default:
		return n.ofTask
	}
}

// agentNamed is the agent of an event that names it, or its task, or both; nil if there is none yet (ES-AGENT-01).
func agentNamed(name, task *name) *agent {
	switch {
	case name == nil && task.ofTask != nil:
		return task.ofTask
	case name == nil:
		return task.agent
	case name.agent == nil && task != nil && task.ofTask != nil && task.ofTask.id == nil:
		return task.ofTask
	default:
		return name.agent
	}
}
