package result

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Revision returns the revision of the sources that this program was built from, with "modified" if they were changed
// after it, or "" if that is not known, as of a test or of go run.
var Revision = sync.OnceValue(func() (revision string) {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	of := map[string]string{}
	for _, s := range build.Settings {
		of[s.Key] = s.Value
	}
	if revision = of["vcs.revision"]; revision != "" && of["vcs.modified"] == "true" {
		revision += " modified"
	}
	return revision
})

// OtherRevision says that a run was recorded by another revision than a present one, or "" if both are the same.
func OtherRevision(recorded, present string) string {
	name := func(revision string) string {
		if revision == "" {
			return "a build that does not say its revision"
		}
		return "revision " + revision
	}
	if recorded == present {
		return ""
	}
	return fmt.Sprintf("recorded by %s, and this is %s", name(recorded), name(present))
}
