package blocks

import "testing"

// Every part of a name that a rule listens to, so that a typing error in a list is seen (CR-PREVIEW-05 to CR-PREVIEW-11).
func TestToolNames(t *testing.T) {
	tests := []struct {
		kind, input string
		hits        []string
		misses      []string
	}{
		{
			"subagent_delegation", `{"prompt":"p"}`,
			[]string{
				"task", "Task", "delegate", "a_delegate", "subagent", "SubAgent", "my_subagent", "spawntask", "x_spawntask",
				"spawn-task", "x_spawn-task", "spawn_task", "x_spawn_task",
			},
			[]string{"my_task", "task_", "task\n", "delegated", "a-delegate", "subagents", "agent", "respawntask", "spawn task"},
		},
		{
			"search", `{"query":"q"}`,
			[]string{"grep", "web_SEARCH", "research", "find", "ripgrep", "rg", "merge", "glob", "Lookup"},
			[]string{"fi nd", "list", "ſearch", "globe_r_g"[5:]},
		},
		{
			"image_generation", `{"prompt":"p"}`,
			[]string{
				"imagegen", "image_gen", "image-gen", "generateImage", "generate_image", "generate-image", "stable_diffusion",
				"dalle", "imagen", "flux", "Midjourney", "sora",
			},
			[]string{"image", "dall-e", "imageedit", "generate image"},
		},
		{
			"file_diff", `{"path":"/f","content":"c"}`,
			[]string{
				"write", "write_file", "x-create", "EDIT", "multi_edit_x", "replace", "save", "update", "overwrite", "modify",
				"patch", "-generate-",
			},
			[]string{"rewrite", "writefile", "edits", "write.file", "write file"},
		},
		{
			"file_read", `{"path":"/f"}`,
			[]string{"read", "READ_file", "thread", "view", "preview", "cat", "concat"},
			[]string{"open", "vie_w"},
		},
		{
			"code_block", `{"code":"c"}`,
			[]string{"repl", "Format", "prettier", "eslint", "tsc", "compile", "decompiler", "execCode", "exec_code", "exec-code"},
			[]string{"exec", "run", "exec code"},
		},
	}
	for _, test := range tests {
		input := decodeJSON(t, test.input)
		for _, tool := range test.hits {
			if got := startPreview(tool, input).Get("kind").Text(); got != test.kind {
				t.Errorf("%q: got %s, want %s", tool, got, test.kind)
			}
		}
		for _, tool := range test.misses {
			if got := startPreview(tool, input).Get("kind").Text(); got == test.kind {
				t.Errorf("%q: got %s", tool, got)
			}
		}
	}
}

// The keys that a rule reads, each alone, and the first winning over the second.
func TestFieldNames(t *testing.T) {
	tests := []struct {
		tool, rest, field string
		keys              []string
	}{
		{"task", `"agent":"a"`, "task", []string{"prompt", "task", "description", "instruction", "query"}},
		{"task", `"prompt":"p"`, "agentName", []string{"subagent_type", "agent", "agentName", "agent_name", "subagent"}},
		{"task", `"prompt":"p"`, "parentDelegationId", []string{"parentDelegationId", "parent_delegation_id", "parent_id"}},
		{"find", `"z":1`, "query", []string{"query", "pattern", "search", "q"}},
		{"flux", `"z":1`, "prompt", []string{"prompt", "description", "query"}},
		{"flux", `"prompt":"p"`, "thumbnailUrl", []string{"thumbnailUrl", "thumbnail", "url", "imageUrl", "preview"}},
		{"flux", `"prompt":"p"`, "model", []string{"model", "modelId", "model_name"}},
		{"x", `"patch":"p"`, "path", []string{"path", "filePath", "file_path", "absolutePath"}},
		{"x", `"path":"p"`, "oldText", []string{"oldText", "old_text", "old_string", "old_str", "oldString"}},
		{"x", `"path":"p"`, "newText", []string{"newText", "new_text", "new_string", "new_str", "newString"}},
		{"x", `"path":"p"`, "patch", []string{"patch", "diff", "unified_diff"}},
		{"x", `"method":"m"`, "url", []string{"url", "uri", "href"}},
		{"x", `"url":"a:b"`, "method", []string{"method", "httpMethod"}},
		{"x", `"lang":"l"`, "code", []string{"code", "snippet", "source"}},
		{"x", `"code":"c"`, "language", []string{"language", "lang", "codeLanguage", "syntax"}},
		{"repl", `"code":"c"`, "origin", []string{"origin", "source_location", "path"}},
		{"x", `"z":1`, "command", []string{"command", "cmd"}},
		{"x", `"command":"c"`, "cwd", []string{"cwd", "directory", "workingDirectory"}},
	}
	for _, test := range tests {
		for i, key := range test.keys {
			input := `{` + test.rest + `,"` + key + `":"v:1"`
			if i+1 < len(test.keys) {
				input += `,"` + test.keys[i+1] + `":"w:2"`
			}
			got := startPreview(test.tool, decodeJSON(t, input+`}`))
			if got.Get(test.field).Text() != "v:1" {
				t.Errorf("%s(%s}): got %s without %s v:1", test.tool, input, encodeJSON(got), test.field)
			}
		}
	}
}
