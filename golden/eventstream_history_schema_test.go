package golden_test

// Answers of histories that meet their schemas.
const (
	snapshotAnswer  = `{"sessionId":"s","events":[],"truncated":true,"transcriptTruncated":false,"windowTruncated":true,"hasOlderHistory":true,"sessionFound":true,"tailStartOffset":7,"complete":false,"diagnostics":[{"code":"history_truncated","severity":"warning","message":"m","affectsCompleteness":true,"byteOffset":7}]}`
	pageAnswer      = `{"sessionId":"s","events":[],"startOffset":7,"hasMore":true,"sessionFound":true,"complete":false,"diagnostics":[{"code":"line_beyond_page","severity":"warning","message":"m","affectsCompleteness":true,"byteOffset":7}]}`
	candidateAnswer = `{"chosen":"a","candidates":[{"name":"a","hasEvents":true,"capped":false,"compressed":false,"modified":1.5,"size":1}]}`
)
