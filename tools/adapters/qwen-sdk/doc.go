// Package qwensdk holds the tests of what is known about @qwen-code/sdk: each capsule in fixtures/capsules/qwen-sdk shows its
// deviation in the SDK, certifying it under known-failures.yaml knows it by the features that the capsule names, and
// DEVIATIONS.md says what the capsules hold. The tests that ask the SDK are skipped where node or the package is missing.
package qwensdk
