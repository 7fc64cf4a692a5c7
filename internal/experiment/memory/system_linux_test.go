package memory

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

// tree writes files below a new folder.
func tree(t *testing.T, files map[string]string) string {
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestGroups(t *testing.T) {
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		files map[string]string
		want  float64
	}{
		"none":        {map[string]string{}, inf},
		"unlimited":   {map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n"}, inf},
		"of its own":  {map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "1000\n", "sys/fs/cgroup/a/memory.max": "max\n"}, 1000},
		"around it":   {map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "500\n"}, 500},
		"a container": {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "2000\n"}, 2000},
		"version 1": {map[string]string{
			"proc/self/cgroup": "9:name=systemd:/x\n4:memory:/a/b\n1:cpu,cpuacct:/c\n0::/\n",
			"sys/fs/cgroup/memory/a/b/memory.limit_in_bytes":     "9223372036854771712\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes":       "3000\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":         "9223372036854771712\n",
			"sys/fs/cgroup/cpu,cpuacct/c/memory.limit_in_bytes":  "1\n",
			"sys/fs/cgroup/systemd/x/memory.limit_in_bytes":      "1\n",
			"sys/fs/cgroup/memory/other/b/memory.limit_in_bytes": "1\n",
		}, 3000},
		"version 1, seen from within": {map[string]string{
			"proc/self/cgroup": "4:memory:/docker/1234\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "4000\n",
		}, 4000},
		"both":    {map[string]string{"proc/self/cgroup": "4:memory:/a\n0::/b\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes": "7\n", "sys/fs/cgroup/unified/b/memory.max": "6\n"}, 6},
		"damaged": {map[string]string{"proc/self/cgroup": "0\n:::\n0::/a\n", "sys/fs/cgroup/a/memory.max": "\n"}, inf},
	} {
		if got := groups(tree(t, c.files)); got.Bytes != c.want {
			t.Errorf("%s: %+v, want %v", name, got, c.want)
		}
	}
}

func TestPhysical(t *testing.T) {
	if got := physical(tree(t, map[string]string{"proc/meminfo": "MemTotal:       2048 kB\nMemFree: 1 kB\n"})); got.Bytes != 2048*1024 {
		t.Errorf("%+v", got)
	}
	if got := physical(t.TempDir()); !math.IsInf(got.Bytes, 1) {
		t.Errorf("%+v where nothing is known", got)
	}
	if v := status("/", "VmRSS"); v < 1<<20 {
		t.Errorf("this process uses %v bytes", v)
	}
}

func TestFind(t *testing.T) {
	t.Setenv(Variable, "")
	if l, err := Find(); err != nil || !(l.Bytes > 1<<20) || math.IsInf(l.Bytes, 1) {
		t.Errorf("%+v, %v", l, err)
	}
	for text, want := range map[string]float64{"500MB": 5e8, "2GB": 2e9, "none": math.Inf(1)} {
		t.Setenv(Variable, text)
		if l, err := Find(); err != nil || l.Bytes != want {
			t.Errorf("%s: %+v, %v", text, l, err)
		}
	}
	t.Setenv(Variable, "much")
	if _, err := Find(); err == nil {
		t.Error("no error for a size that is none")
	}
}
