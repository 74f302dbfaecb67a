//go:build gofuzz

package spec

import "embed"

// schemaFiles is empty: go-fuzz-build cannot copy files that are embedded by a pattern, and no fuzz target needs schemas.
var schemaFiles embed.FS
