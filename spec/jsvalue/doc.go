// Package jsvalue is an immutable JSON value with JavaScript's meaning: what a program sees after JSON.parse, and what
// JSON.stringify, String, Boolean, length and trim make of that.
//
// Start with Decode, which gives a Value; ask it by Get, At, Text and so on, which never panic and answer Undefined, "" or
// NaN to a wrong question; build values with ObjectValue, ArrayValue and the like; write them with Append.
//
// # What it promises
//
//   - CR-JS-01: a text is valid, and means, what it does for JSON.parse. Of several members with one key the last value
//     stands at the first place; "__proto__" is a key like others. A number is a float64 (1e400 is infinite) and keeps its
//     source text besides.
//   - CR-JS-02: the members of an object are in JavaScript's order: array indexes ascending, then the others as they came.
//     Decoder.KeepKeyOrder turns the first part off, for formats that are not JavaScript's.
//   - CR-JS-03: Append, AppendIndent, AppendQuoted and AppendNumber write as JSON.stringify does, to the byte.
//   - CR-JS-04: ToString is String(v).
//   - CR-JS-05: Trim and IsBlank know ECMAScript's white space.
//   - CR-JS-06: Length, LongerThan and Prefix count UTF-16 units; Prefix never splits a surrogate pair.
//   - CR-JS-07: strings are WTF-8: UTF-8 in which lone surrogates keep their three bytes. Halves of a pair that meet become
//     one character, in Decode and in AppendText and Concat, with which all text must be joined. FromUTF8 is the one way in
//     for bytes, and replaces what the WHATWG decoder replaces.
//   - CR-JS-08: Truthy is Boolean(v).
//   - CR-JS-09: nothing recurses and nothing is quadratic in the width of an object, so that any input costs time and memory
//     in proportion to its size. (AppendIndent writes what was asked for: depth times indent on each line.)
//
// Decode takes source to be WTF-8, as FromUTF8String gives it. Other bytes do no harm and pass through unchanged, in a
// text that then is not WTF-8 either (see ValidText).
//
// # What stays in memory
//
// Strings without escapes, and number texts, are parts of the source: a value keeps its source alive. A Decoder also gives
// records in a row common chunks of memory, none above 24 KiB, for up to 64 KiB of source together (a larger source stands
// alone): a kept value may keep that many neighbours, and no more. Clone cuts a value loose from all that.
//
// Values are immutable, may be shared between goroutines, and are compared with Equal, never with ==.
package jsvalue
