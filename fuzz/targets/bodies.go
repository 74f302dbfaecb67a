package targets

// The bodies in the form that go-fuzz wants: a function of the package for each target.

// FuzzDecode is the body of the target of that name.
func FuzzDecode(data []byte) int { return decode.Fuzz(data) }

// FuzzReader is the body of the target of that name.
func FuzzReader(data []byte) int { return reader.Fuzz(data) }

// FuzzProject is the body of the target of that name.
func FuzzProject(data []byte) int { return project.Fuzz(data) }

// FuzzProjectStructured is the body of the target of that name.
func FuzzProjectStructured(data []byte) int { return projectStructured.Fuzz(data) }

// FuzzReplayPages is the body of the target of that name.
func FuzzReplayPages(data []byte) int { return replayPages.Fuzz(data) }

// FuzzCompact is the body of the target of that name.
func FuzzCompact(data []byte) int { return compactUpdates.Fuzz(data) }

// FuzzState is the body of the target of that name.
func FuzzState(data []byte) int { return state.Fuzz(data) }

// FuzzProtocol is the body of the target of that name.
func FuzzProtocol(data []byte) int { return protocolLines.Fuzz(data) }

// FuzzSessionRawReader is the body of the target of that name.
func FuzzSessionRawReader(data []byte) int { return sessionRawReader.Fuzz(data) }

// FuzzSessionRawWriter is the body of the target of that name.
func FuzzSessionRawWriter(data []byte) int { return sessionRawWriter.Fuzz(data) }

// FuzzSessionRawPages is the body of the target of that name.
func FuzzSessionRawPages(data []byte) int { return sessionRawPages.Fuzz(data) }

// FuzzEventParse is the body of the target of that name.
func FuzzEventParse(data []byte) int { return eventParse.Fuzz(data) }

// FuzzEntries is the body of the target of that name.
func FuzzEntries(data []byte) int { return eventEntries.Fuzz(data) }

// FuzzRows is the body of the target of that name.
func FuzzRows(data []byte) int { return eventRows.Fuzz(data) }

// FuzzRowsGrowing is the body of the target of that name.
func FuzzRowsGrowing(data []byte) int { return eventRowsGrowing.Fuzz(data) }

// FuzzStore is the body of the target of that name.
func FuzzStore(data []byte) int { return eventStore.Fuzz(data) }

// FuzzMerge is the body of the target of that name.
func FuzzMerge(data []byte) int { return eventMerge.Fuzz(data) }

// FuzzRepair is the body of the target of that name.
func FuzzRepair(data []byte) int { return eventRepair.Fuzz(data) }

// FuzzPages is the body of the target of that name.
func FuzzPages(data []byte) int { return eventPages.Fuzz(data) }
