// Package jsvalue is an immutable JSON value with JavaScript's meaning.
package jsvalue
