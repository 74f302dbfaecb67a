package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Mutant is one small change of the source. File, offsets and operator name it as long as the file stays the same.
type Mutant struct {
	File       string // from the root, with slashes
	Line       int
	Func       string // that it is in, "" outside of functions
	Operator   string
	Start, End int    // bytes of the file that are replaced
	New        string // by this
	Old        string
}

func (m Mutant) String() string {
	return fmt.Sprintf("%s:%d %s: %s -> %s", m.File, m.Line, m.Operator, shown(m.Old), shown(m.New))
}

// shown is a text in one line of bounded length.
func shown(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 60 {
		text = text[:60] + "..."
	}
	if text == "" {
		return "nothing"
	}
	return text
}

// tokens are the operators that change a token, as gremlins has them.
var tokens = map[token.Token]map[string]token.Token{
	token.EQL:        {"conditionals-negation": token.NEQ},
	token.NEQ:        {"conditionals-negation": token.EQL},
	token.LSS:        {"conditionals-negation": token.GEQ, "conditionals-boundary": token.LEQ},
	token.LEQ:        {"conditionals-negation": token.GTR, "conditionals-boundary": token.LSS},
	token.GTR:        {"conditionals-negation": token.LEQ, "conditionals-boundary": token.GEQ},
	token.GEQ:        {"conditionals-negation": token.LSS, "conditionals-boundary": token.GTR},
	token.LAND:       {"invert-logical": token.LOR},
	token.LOR:        {"invert-logical": token.LAND},
	token.ADD:        {"arithmetic-base": token.SUB},
	token.SUB:        {"arithmetic-base": token.ADD},
	token.MUL:        {"arithmetic-base": token.QUO},
	token.QUO:        {"arithmetic-base": token.MUL},
	token.REM:        {"arithmetic-base": token.MUL},
	token.AND:        {"invert-bitwise": token.OR},
	token.OR:         {"invert-bitwise": token.AND},
	token.SHL:        {"invert-bitwise": token.SHR},
	token.SHR:        {"invert-bitwise": token.SHL},
	token.INC:        {"increment-decrement": token.DEC},
	token.DEC:        {"increment-decrement": token.INC},
	token.ADD_ASSIGN: {"invert-assignments": token.SUB_ASSIGN, "remove-self-assignments": token.ASSIGN},
	token.SUB_ASSIGN: {"invert-assignments": token.ADD_ASSIGN, "remove-self-assignments": token.ASSIGN},
	token.BREAK:      {"invert-loopctrl": token.CONTINUE},
	token.CONTINUE:   {"invert-loopctrl": token.BREAK},
}

// lister collects the mutants of one file.
type lister struct {
	set     *token.FileSet
	file    string
	source  string
	within  *ast.FuncDecl
	mutants []Mutant
}

// mutantsOf lists the mutants of a file of Go source, in the order of the text. Strings stay as they are: most are keys and
// codes, and whoever changes one is found by everybody.
func mutantsOf(root, file string, keep func(file string, line int) bool) ([]Mutant, error) {
	source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	l := lister{set: token.NewFileSet(), file: file, source: string(source)}
	parsed, err := parser.ParseFile(l.set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, declaration := range parsed.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if ok && !keep(file, l.set.Position(function.Name.Pos()).Line) {
			continue
		}
		l.within = function
		ast.Inspect(declaration, l.visit)
	}
	return l.mutants, nil
}

func (l *lister) visit(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.ArrayType, *ast.ImportSpec, *ast.FuncType:
		return false // lengths, paths and types are no behaviour
	case *ast.BinaryExpr:
		l.token(n.OpPos, n.Op)
	case *ast.UnaryExpr:
		l.unary(n)
	case *ast.IncDecStmt:
		l.token(n.TokPos, n.Tok)
	case *ast.BranchStmt:
		if n.Label == nil {
			l.token(n.TokPos, n.Tok)
		}
	case *ast.AssignStmt:
		l.token(n.TokPos, n.Tok)
		if n.Tok != token.DEFINE {
			l.replace("statement-removal", n, "")
		}
	case *ast.ExprStmt:
		l.replace("statement-removal", n, "")
	case *ast.IfStmt:
		l.replace("condition-true", n.Cond, "("+l.text(n.Cond)+") || true")
		l.replace("condition-false", n.Cond, "("+l.text(n.Cond)+") && false")
	case *ast.CaseClause:
		if len(n.Body) > 0 {
			l.edit("case-removal", n.Body[0].Pos(), n.Body[len(n.Body)-1].End(), "")
		}
	case *ast.Ident:
		l.boolean(n)
	case *ast.BasicLit:
		if n.Kind == token.INT {
			l.replace("integer-literal", n, "("+n.Value+"+1)")
		}
	}
	return true
}

func (l *lister) unary(n *ast.UnaryExpr) {
	if n.Op == token.NOT || n.Op == token.SUB {
		l.edit("negation-removal", n.OpPos, n.X.Pos(), "")
	}
}

func (l *lister) boolean(n *ast.Ident) {
	if other, ok := map[string]string{"true": "false", "false": "true"}[n.Name]; ok {
		l.replace("boolean-literal", n, other)
	}
}

// token replaces a token in each way there is, in a fixed order.
func (l *lister) token(at token.Pos, old token.Token) {
	for _, operator := range operatorsOf(old) {
		l.edit(operator, at, at+token.Pos(len(old.String())), tokens[old][operator].String())
	}
}

func (l *lister) replace(operator string, node ast.Node, by string) {
	l.edit(operator, node.Pos(), node.End(), by)
}

func (l *lister) text(node ast.Node) string {
	return l.source[l.set.Position(node.Pos()).Offset:l.set.Position(node.End()).Offset]
}

func (l *lister) edit(operator string, from, to token.Pos, by string) {
	start, end := l.set.Position(from), l.set.Position(to)
	m := Mutant{
		File: l.file, Line: start.Line, Operator: operator,
		Start: start.Offset, End: end.Offset, Old: l.source[start.Offset:end.Offset], New: by,
	}
	if l.within != nil {
		m.Func = l.within.Name.Name
	}
	l.mutants = append(l.mutants, m)
}

func operatorsOf(old token.Token) []string { return slices.Sorted(maps.Keys(tokens[old])) }

// List is all mutants of what the subject can call in some directories, in a fixed order. Tests are left as they are.
func List(root string, directories []string, keep func(file string, line int) bool) ([]Mutant, error) {
	var all []Mutant
	for _, directory := range directories {
		err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(directory)), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			mutants, err := mutantsOf(root, filepath.ToSlash(file), keep)
			all = append(all, mutants...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Sample is that many of the mutants, chosen by the seed; a larger sample begins with the smaller one. A change of the source
// moves only what it changes: each mutant has its place by what it is, not by where it stands among all.
func Sample(all []Mutant, seed uint64, count int) []Mutant {
	type placed struct {
		place [sha256.Size]byte
		Mutant
	}
	same := map[string]int{}
	var chosen []placed
	for _, m := range all {
		name := fmt.Sprintf("%d %s %s %s %q %q", seed, m.File, m.Func, m.Operator, m.Old, m.New)
		same[name]++
		chosen = append(chosen, placed{sha256.Sum256(fmt.Appendf(nil, "%s %d", name, same[name])), m})
	}
	slices.SortFunc(chosen, func(a, b placed) int { return bytes.Compare(a.place[:], b.place[:]) })
	var sample []Mutant
	for _, one := range chosen[:min(count, len(chosen))] {
		sample = append(sample, one.Mutant)
	}
	return sample
}
