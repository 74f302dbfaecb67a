// Package knownfailures is the list of what an implementation is known to get wrong, as a file in YAML.
//
// It promises: an entry excuses no more than it names. An entry is a feature of the input, and beside it the checks, the
// outcomes and the paths of the answer that fail where the feature is; who judges by it still has to show that the failure
// goes away together with the feature (package certify does). Failures that belong to no feature are excused for one
// relation, or for one case with a digest of the failure, so that a case that fails differently is a finding again. A file
// that names something unknown is refused, and so is one that would cost the parser much; the error is an *Error.
//
// Start at Parse and File; Format writes what Parse reads. The command is "transcript certify --known-failures FILE", and
// --write-known FILE writes such a file.
package knownfailures
