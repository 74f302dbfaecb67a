package knownfailures

import (
	"fmt"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// Error says why a text is no list of known failures. Code is a contract, Message is for people.
//
// The codes: too_large, too_deep, several_documents, not_plain (a tag, an anchor or an alias), not_a_list (it is no YAML, or
// has other members), bad_entry, bad_pattern, bad_case.
type Error struct {
	Code    string
	Line    int // from 1; 0 is the whole text
	Message string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Code + ": " + e.Message
	}
	return fmt.Sprintf("line %d: %s: %s", e.Line, e.Code, e.Message)
}

// The bounds of a list. The parser takes memory with the square of the depth, and time with the square of what stands
// between brackets and, before the first token is there, of the length of a line.
const (
	MaxSize     = 256 << 10 // bytes; the list of the published SDK has 43 KB
	maxLine     = 4 << 10   // bytes
	maxDepth    = 32        // a list needs 6
	maxInFlow   = 2_000     // tokens from a bracket to the one that closes it
	maxBrackets = 100       // that open in a line
)

// scan refuses what is not safe to parse or has no place in a list, before anything is parsed.
func scan(text string) error {
	if len(text) > MaxSize {
		return &Error{"too_large", 0, fmt.Sprintf("it has %d bytes, of %d at most", len(text), MaxSize)}
	}
	if line := longLine(text); line > 0 {
		return &Error{"too_large", line, fmt.Sprintf("the line has more than %d bytes", maxLine)}
	}
	var s scanner
	for i, t := range lexer.Tokenize(text) {
		if code, message := s.take(i, t); code != "" {
			return &Error{code, t.Position.Line, message}
		}
	}
	return nil
}

// longLine is the number of the first line that is too long, 0 if none is. A line ends at LF, CR or both, as YAML has it.
func longLine(text string) int {
	line, start := 1, 0
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case text[i] == '\n' || text[i] == '\r':
			line, start = line+1, i+1
		case i-start >= maxLine:
			return line
		}
	}
	return 0
}

// scanner is what was seen of a text.
type scanner struct {
	flow     int // brackets that are open
	inFlow   int // tokens since the outermost of them
	brackets int // that open in the line
	line     int
	nested   int // what opens a block in the line
	document bool
}

// take returns the code of what is wrong with a token, "" if nothing is.
func (s *scanner) take(i int, t *token.Token) (code, message string) {
	if t.Position.Line != s.line && t.Type != token.CommentType { // which may stand anywhere
		s.line, s.brackets = t.Position.Line, 0
		s.nested = t.Position.Column / 2 // a block is indented by one at least, and by two in a list
	}
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		s.flow++
		s.brackets++
	case token.SequenceEndType, token.MappingEndType:
		s.flow--
	case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType:
		s.nested++
	case token.TagType, token.AnchorType, token.AliasType, token.MergeKeyType, token.DirectiveType:
		return "not_plain", fmt.Sprintf("tags, anchors, aliases and directives have no place in a list: %q", t.Value)
	case token.DocumentHeaderType:
		if i > 0 && s.document {
			return "several_documents", "a list is one YAML document"
		}
	}
	if s.flow > maxDepth || s.flow <= 0 && s.nested > maxDepth {
		return "too_deep", fmt.Sprintf("more than %d levels lie in one another", maxDepth)
	}
	if s.inFlow++; s.flow <= 0 {
		s.inFlow = 0
	}
	if s.inFlow > maxInFlow || s.brackets > maxBrackets {
		return "too_large", "there is too much in brackets: lists with a line for each entry take less"
	}
	s.document = s.document || t.Type != token.CommentType
	return "", ""
}
