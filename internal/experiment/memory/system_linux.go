package memory

import (
	"bufio"
	"math"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

func system() Limit {
	limit := least(physical("/"), groups("/"))
	var addresses syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &addresses); err == nil && addresses.Cur < math.MaxInt64 {
		// Addresses without memory count too; a Go program has many.
		free := float64(addresses.Cur) - max(0, status("/", "VmSize")-status("/", "VmRSS"))
		limit = least(limit, Limit{max(0, free), "ulimit -v"})
	}
	return limit
}

// physical returns the memory of the machine.
func physical(root string) Limit {
	if v, ok := field(filepath.Join(root, "proc/meminfo"), "MemTotal"); ok {
		return Limit{v, "the memory of this machine"}
	}
	return Limit{math.Inf(1), "not known"}
}

// status returns a number of bytes of this process, 0 if it is not known.
func status(root, name string) float64 {
	v, _ := field(filepath.Join(root, "proc/self/status"), name)
	return v
}

// field returns a number of kB of a file of proc, in bytes.
func field(name, key string) (float64, bool) {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		rest, found := strings.CutPrefix(line, key+":")
		fields := strings.Fields(rest)
		if !found || len(fields) == 0 {
			continue
		}
		v, err := strconv.ParseFloat(fields[0], 64)
		return v * 1024, err == nil
	}
	return 0, false
}

// groups returns the smallest limit of the control groups of this process and of those around
// them, of either version.
func groups(root string) Limit {
	limit := Limit{math.Inf(1), "not known"}
	file, err := os.Open(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return limit
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		parts := strings.SplitN(lines.Text(), ":", 3) // number:controllers:path
		if len(parts) != 3 {
			continue
		}
		mounts, name := []string{"sys/fs/cgroup", "sys/fs/cgroup/unified"}, "memory.max"
		if parts[1] != "" {
			mounts, name = []string{"sys/fs/cgroup/memory"}, "memory.limit_in_bytes"
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) { // up to the root, or as far as visible
			for _, mount := range mounts {
				text, err := os.ReadFile(filepath.Join(root, mount, group, name))
				if v, wrong := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil && wrong == nil {
					limit = least(limit, Limit{v, "the limit of the control group " + group})
				} // "max" is not a number: no limit
			}
			if group == "/" {
				break
			}
		}
	}
	return limit
}
