// Package processor says which processor measures, so that every table of speeds names
// its own.
package processor

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Describe returns the processor's model, family and caches as Linux reports them, and how
// busy the machine is, in one line. What Linux does not report is left out.
func Describe() string {
	info := first("/proc/cpuinfo")
	name := strings.TrimSpace(info["vendor_id"] + " " + info["model name"])
	if name == "" {
		name = "processor of unknown model, " + runtime.GOARCH
	}
	parts := []string{name}
	for _, key := range []string{"cpu family", "model", "stepping"} {
		if v := info[key]; v != "" {
			parts = append(parts, key+" "+v)
		}
	}
	parts = append(parts, fmt.Sprintf("%d processors", runtime.NumCPU()))
	parts = append(parts, caches()...)
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		parts = append(parts, "load average "+strings.Fields(string(load))[0])
	}
	return strings.Join(append(parts, runtime.Version()), ", ")
}

// first returns what /proc/cpuinfo says of the first processor.
func first(file string) map[string]string {
	text, _ := os.ReadFile(file)
	processor, _, _ := strings.Cut(string(text), "\n\n")
	info := map[string]string{}
	for line := range strings.Lines(processor) {
		if key, value, found := strings.Cut(line, ":"); found {
			info[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return info
}

// caches returns the caches for data of the first processor.
func caches() (found []string) {
	folders, _ := filepath.Glob("/sys/devices/system/cpu/cpu0/cache/index*")
	for _, folder := range folders {
		read := func(name string) string {
			text, _ := os.ReadFile(filepath.Join(folder, name))
			return strings.TrimSpace(string(text))
		}
		if kind := read("type"); kind != "Instruction" {
			found = append(found, fmt.Sprintf("L%s %s", read("level"), read("size")))
		}
	}
	slices.Sort(found)
	return found
}
