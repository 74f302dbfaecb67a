package crosscheck_test

// decisions are those by which the two sides can differ in what is compared. The others change nothing that the SDK shows
// (C16, C26, C27, C31).
var decisions = map[string]bool{
	"C1": true, "C2": true, "C3": true, "C4": true, "C5": true, "C6": true, "C7": true, "C8": true, "C9": true, "C10": true, "C11": true,
	"C12": true, "C13": true, "C14": true, "C15": true, "C17": true, "C18": true, "C19": true, "C20": true, "C21": true, "C22": true,
	"C23": true, "C24": true, "C25": true, "C28": true, "C29": true, "C30": true, "C32": true,
}
