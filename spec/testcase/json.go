package testcase

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// ErrOtherContent says that a case does not have the content that its id names.
var ErrOtherContent = errors.New("testcase: the id does not name this content")

// Value is the case as its JSON object: a request whose id is that of the case, with name and features (TP-CASE-02).
func (c Case) Value() jsvalue.Value {
	members := []jsvalue.Member{}
	if c.Name != "" {
		members = append(members, jsvalue.Member{Key: "name", Value: jsvalue.StringValue(c.Name)})
	}
	if len(c.Features) > 0 {
		features := make([]jsvalue.Value, len(c.Features))
		for i, feature := range c.Features {
			features[i] = jsvalue.StringValue(feature)
		}
		members = append(members, jsvalue.Member{Key: "features", Value: jsvalue.ArrayValue(features...)})
	}
	return c.Request(jsvalue.StringValue(c.ID())).Value().With(members...)
}

// AppendJSON appends the case as one line of ASCII, without a line feed; it reads back as it is.
func (c Case) AppendJSON(dst []byte) []byte { return jsvalue.AppendExactASCII(dst, c.Value()) }

// idForm is the form of an id: words of a slug, and the digest (TP-CASE-01). Ids become names of files.
var idForm = regexp.MustCompile(`^([a-z0-9]+-)*[0-9a-f]{12}$`)

// Parse reads the JSON form. The error is ErrOtherContent when content and id do not agree, or says what is wrong with
// the form.
func Parse(value jsvalue.Value) (Case, error) {
	request, err := protocol.ParseRequestValue(value)
	if err != nil {
		return Case{}, fmt.Errorf("testcase: %w", err)
	}
	name, features := value.Get("name"), value.Get("features")
	c := Case{
		Dialect: request.Dialect, Op: request.Op, Input: request.Input, Options: request.Options, Name: name.Text(),
	}
	if !name.IsUndefined() && !name.IsString() {
		return Case{}, errors.New("testcase: the name is not a string")
	}
	for _, feature := range features.Elements() {
		if !feature.IsString() {
			return Case{}, errors.New("testcase: a feature is not a string")
		}
		c.Features = append(c.Features, feature.Text())
	}
	if !features.IsUndefined() && !features.IsArray() {
		return Case{}, errors.New("testcase: the features are not a list")
	}
	if !idForm.MatchString(request.ID.Text()) {
		return Case{}, errors.New("testcase: the id is not a slug and a digest")
	}
	if DigestOf(request.ID.Text()) != c.Digest() {
		return Case{}, ErrOtherContent
	}
	return c, nil
}
