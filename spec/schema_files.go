//go:build !gofuzz

package spec

import "embed"

//go:embed schema/*.json
var schemaFiles embed.FS
