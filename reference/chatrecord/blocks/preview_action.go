package blocks

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// imagePreview is for a call that makes a picture or a film.
//
// CR-PREVIEW-07.
func imagePreview(in *previewInput) jsvalue.Value {
	v := in.value
	prompt := firstText(v, "prompt", "description", "query")
	if prompt == "" || !makesImage(in.tool) {
		return jsvalue.Value{}
	}
	return previewObject("image_generation",
		textMember("prompt", prompt),
		optionalMember("thumbnailUrl", firstText(v, "thumbnailUrl", "thumbnail", "url", "imageUrl", "preview")),
		optionalMember("model", firstText(v, "model", "modelId", "model_name")),
	)
}

func makesImage(tool string) bool {
	return containsAny(tool,
		"imagegen", "image_gen", "image-gen", "generateimage", "generate_image", "generate-image",
		"diffusion", "dalle", "imagen", "flux", "midjourney", "sora")
}

// webFetchPreview is for a call that fetches a URL.
//
// CR-PREVIEW-10.
func webFetchPreview(in *previewInput) jsvalue.Value {
	url := firstText(in.value, "url", "uri", "href")
	if !hasScheme(url) {
		return jsvalue.Value{}
	}
	return previewObject("web_fetch",
		textMember("url", url),
		optionalMember("method", firstText(in.value, "method", "httpMethod")),
	)
}

// codePreview is for a call that runs, checks or formats code.
//
// CR-PREVIEW-11.
func codePreview(in *previewInput) jsvalue.Value {
	v := in.value
	code := firstText(v, "code", "snippet", "source")
	language := firstText(v, "language", "lang", "codeLanguage", "syntax")
	if code == "" || language == "" && !handlesCode(in.tool) {
		return jsvalue.Value{}
	}
	return previewObject("code_block",
		textMember("code", code),
		optionalMember("language", language),
		optionalMember("origin", firstText(v, "origin", "source_location", "path")),
	)
}

func handlesCode(tool string) bool {
	return containsAny(tool,
		"repl", "format", "prettier", "eslint", "tsc", "compile", "execcode", "exec_code", "exec-code")
}

// commandPreview is for a call that runs a command.
//
// CR-PREVIEW-13.
func commandPreview(in *previewInput) jsvalue.Value {
	command := firstText(in.value, "command", "cmd")
	if command == "" {
		return jsvalue.Value{}
	}
	return previewObject("command", textMember("command", command), optionalMember("cwd", directoryOf(in.value)))
}
