package blocks

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// metaBuilder joins the meta of the updates of a block (CR-BLOCK-07). That costs what the new meta costs, however much is
// known already (CR-JS-09).
type metaBuilder struct {
	first  jsvalue.Value // all of it until something changes, which is seldom
	joined *members      // all of it from then on
}

func newMeta(meta update.Meta) metaBuilder { return metaBuilder{first: meta.WithoutTransport()} }

func (b *metaBuilder) get(key string) jsvalue.Value {
	if b.joined == nil {
		return b.first.Get(key)
	}
	value, _ := b.joined.get(key)
	return value
}

// add takes over the members of a later update. One that is equal stays as it was written first.
func (b *metaBuilder) add(meta update.Meta) {
	for key, value := range meta.WithoutTransport().Members() {
		if jsvalue.Equal(b.get(key), value) {
			continue
		}
		if b.joined == nil {
			b.joined = &members{}
			for known, value := range b.first.Members() {
				b.joined.set(known, value)
			}
		}
		b.joined.set(key, value)
	}
}

// value is the meta of the block; an empty one is absent (CR-BLOCK-03).
func (b *metaBuilder) value() jsvalue.Value {
	value := b.first
	if b.joined != nil {
		value = b.joined.value()
	}
	if value.Len() == 0 {
		return jsvalue.Value{}
	}
	return value
}
