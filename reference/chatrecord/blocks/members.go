package blocks

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// members are the members of an object under construction, in order.
type members struct {
	list []jsvalue.Member
	at   map[string]int
}

func (m *members) get(key string) (jsvalue.Value, bool) {
	i, present := m.at[key]
	if !present {
		return jsvalue.Value{}, false
	}
	return m.list[i].Value, true
}

func (m *members) set(key string, value jsvalue.Value) {
	if i, present := m.at[key]; present {
		m.list[i].Value = value
		return
	}
	if m.at == nil {
		m.at = map[string]int{}
	}
	m.at[key] = len(m.list)
	m.list = append(m.list, jsvalue.Member{Key: key, Value: value})
}

func (m *members) value() jsvalue.Value { return jsvalue.ObjectValue(m.list...) }
