package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"twophase/internal/testkit/long"
)

// A power cut at any moment loses nothing that was acknowledged, and of the rest
// nothing stands under its final name that is not whole. What a command has
// acknowledged is what it has written once it ends with exit code 0, and the
// checkpoints of a run that says, after SIGTERM, that it can be resumed. By default only
// runs that replace another one, and a sweep, are cut. TWOPHASE_SEED repeats the moments
// of a failure, as far as a machine that is busy with other things lets them be repeated.
func TestPowerCut(t *testing.T) {
	cuts := long.Or(16, 100)
	seed := uint64(12)
	if text := os.Getenv("TWOPHASE_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	for i, part := range []struct {
		name string
		of   int // of 8 cuts
		cut  func(*outage)
	}{
		{"run", 3, (*outage).runs},
		{"replace", 1, (*outage).replacements},
		{"sweep", 1, (*outage).sweeps},
		{"journal", 1, (*outage).journals},
		{"write", 2, (*outage).writers},
	} {
		t.Run(part.name, func(t *testing.T) {
			if part.name != "replace" && part.name != "journal" {
				long.Only(t)
			}
			t.Parallel()
			o := &outage{disk: newDisk(t, rand.New(rand.NewPCG(seed, uint64(i)))), left: cuts * part.of / 8, log: t.TempDir()}
			defer func() {
				if t.Failed() {
					t.Logf("the moments are those of TWOPHASE_SEED=%d", seed)
				}
			}()
			for name, text := range outageFiles {
				o.put(name, []byte(text))
			}
			part.cut(o)
			t.Logf("%d power cuts, %d of them after exit 0, %d after SIGTERM; %d commands refused to go on", o.cuts, o.ended, o.asked, o.refused)
		})
	}
}

// outageFiles are what the commands read.
var outageFiles = map[string]string{
	"study.yaml": strings.NewReplacer("12000", "4000", "3000", "1000", "5000", "1500", "9000", "2500").Replace(killedStudy),
	"other.yaml": "steps: 2000\ntrials: 2\nseed: 3\nrecord: [weights@20]\n",
	"large.yaml": "stimulus: {problem: large}\nsteps: 600\nseed: 4\nrecord: [weights]\n", // two row groups and a part
	"twins.yaml": "steps: 1000\ntrials: 2\nrecord: [weights@20]\ncompare:\n  cut: {interventions: [{at: 300, lesion: \"lateral[2,*]\"}]}\n",
	"many.yaml":  "experiment: {steps: 2000}\nvary: {tau: {range: {from: 0.1, to: 1.5, count: 30}}}\nseeds: 100\n",
	"grid.yaml":  "experiment: {stimulus: {problem: small}, steps: 1500}\nvary: {tau: [0.3, 0.5, 0.7], network: [ifPSP, PSP]}\nseeds: 20\n",
}

// runs cuts a run with checkpoints, and resumes it, and cuts that, until it is
// complete; and the next.
func (o *outage) runs() {
	studies := []string{"study.yaml", "large.yaml"}
	every := map[string]string{"study.yaml": "200", "large.yaml": "40"}
	whole, took := map[string]map[string]string{}, map[string]time.Duration{}
	for _, study := range studies {
		o.must("run", study, "--out", "r", "--force")
		whole[study] = o.tree("r")
		begin := time.Now()
		o.must("run", study, "--out", "r", "--force", "--checkpoint-every", every[study])
		took[study] = time.Since(begin)
		o.same("r", whole[study], o.tree("r"))
	}
	for n := 0; o.left > 0; n++ {
		o.clear("r", "r.partial")
		study := studies[n%len(studies)]
		want, within := whole[study], took[study]
		steps, begun := 0, false // acknowledged
		fresh := []string{"run", study, "--out", "r", "--force", "--checkpoint-every", every[study]}
		args := fresh
		for {
			if o.left <= 0 {
				if e := o.whole(args...); e.code != 0 && !o.sensible(e, begun) {
					o.Fatalf("after %d cuts: %v: %v\n%s", o.cuts, args, e, o.list())
				} else if e.code == 0 {
					break
				}
				args = fresh
				continue
			}
			live := 0
			e := o.outage(moment{
				within: within, term: o.random.IntN(4) == 0,
				look:  []string{"r.partial", "r.partial/manifest.json", "r.partial/checkpoint-0001.bin", "r.partial/weights.npz", "r.partial/summary.json", "r.partial/timing.json", "r"},
				check: func() { live = o.steps("r.partial") },
			}, args...)
			resumable := strings.Contains(e.said, "interrupted") && strings.Contains(e.said, "twophase resume r.partial goes on")
			if !e.cut && e.code != 0 && !resumable && !strings.Contains(e.said, "interrupted before the first step") && !o.sensible(e, begun) {
				o.Fatalf("after %d cuts: %v: %v\n%s", o.cuts, args, e, o.list())
			}
			if o.has("r") {
				o.complete("r", want)
				break
			}
			if e.acknowledged() {
				o.Fatalf("after %d cuts: %v ended well, and the run is gone: %v\n%s", o.cuts, args, e, o.list())
			}
			now := o.steps("r.partial")
			if now < steps || resumable && now < live {
				o.Fatalf("after %d cuts: the checkpoints were at %d steps in all, and at %d before the cut, and now are at %d; %v\n%s", o.cuts, steps, live, now, e, o.list())
			}
			steps = now
			begun = begun || now > 0 || resumable
			args = []string{"resume", "r", "--workers", fmt.Sprint(1 + o.random.IntN(2)), "--checkpoint-every", every[study]}
			if !begun && !o.has("r.partial/manifest.json") {
				if o.has("r.partial") {
					e := o.whole(args...)
					if !o.sensible(e, false) {
						o.Fatalf("after %d cuts: %v: %v\n%s", o.cuts, args, e, o.list())
					}
				}
				args = fresh
			}
		}
		if e := o.must("resume", "r"); !strings.Contains(e.said, "is complete") {
			o.Fatalf("%v", e)
		}
		o.same("r", want, o.tree("r"))
		o.nothingElse("r")
	}
	o.must("verify", "r")
}

// sensible reports whether a resume was refused because nothing had begun, and says so.
func (o *outage) sensible(e ending, begun bool) bool {
	if begun || e.cut || e.code != 1 || o.has("r.partial/manifest.json") {
		return false
	}
	o.refused++
	return strings.Contains(e.said, "r.partial") && strings.Contains(e.said, "manifest.json")
}

// steps returns how far the checkpoints of a run are, all together.
func (o *outage) steps(folder string) int {
	o.Helper()
	names, err := filepath.Glob(o.path(filepath.Join(folder, "checkpoint-*.bin")))
	if err != nil {
		o.Fatal(err)
	}
	steps := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			o.Fatal(err)
		}
		var head struct{ Step int }
		line, _, _ := bytes.Cut(text, []byte("\n"))
		if err := json.Unmarshal(line, &head); err != nil {
			o.Fatalf("after %d cuts: %s has %d bytes and is no checkpoint: %v\n%s", o.cuts, filepath.Base(name), len(text), err, o.list())
		}
		steps += head.Step
	}
	return steps
}

// replacements cuts runs that replace another one: the one or the other is there,
// whole.
func (o *outage) replacements() {
	o.must("run", "study.yaml", "--out", "f")
	begin := time.Now()
	o.must("run", "other.yaml", "--out", "f", "--force")
	within := time.Since(begin)
	whole := map[string]map[string]string{"other.yaml": o.tree("f")}
	o.must("run", "study.yaml", "--out", "f", "--force")
	whole["study.yaml"] = o.tree("f")
	o.syncAll()
	for older, newer := "study.yaml", "other.yaml"; o.left > 0; {
		e := o.outage(moment{within: within * 2, look: []string{"f.partial", "f.partial/weights.npz", "f.partial/summary.json", "f.partial/replacing", "f/replacing"}}, "run", newer, "--out", "f", "--force")
		switch now := o.tree("f"); {
		case contains(now, whole[newer]) == "":
			older, newer = newer, older
		case e.acknowledged() || contains(now, whole[older]) != "":
			o.Fatalf("after %d cuts: a run of %s in the place of one of %s: %v\nof the older, %s; of the newer, %s\n%s", o.cuts, newer, older, e, contains(now, whole[older]), contains(now, whole[newer]), o.list())
		}
		if o.left <= 0 {
			o.must("run", newer, "--out", "f", "--force")
			o.same("f", whole[newer], o.tree("f"))
			o.nothingElse("f")
		}
	}
}

var doneLine = regexp.MustCompile(`(\d+) of \d+ points are done`)

// sweeps cuts a sweep on its way: results that it has reported are not lost, and the
// table is that of a sweep without a cut.
func (o *outage) sweeps() {
	collect := func() map[string]string {
		o.must("sweep", "collect", "g.plan", "--out", "tables")
		defer o.clear("tables")
		return o.tree("tables")
	}
	o.must("sweep", "plan", "grid.yaml", "--out", "g.plan")
	begin := time.Now()
	o.must("sweep", "run", "g.plan")
	within := time.Since(begin)
	want := collect()
	for o.left > 0 {
		o.clear("g.plan")
		o.must("sweep", "plan", "grid.yaml", "--out", "g.plan")
		if o.random.IntN(3) == 0 {
			o.cut(nil, nil)
			o.cuts, o.left, o.ended = o.cuts+1, o.left-1, o.ended+1
		}
		done := 0
		for args := []string{"sweep", "run", "g.plan", "--workers", "2"}; ; {
			if o.left <= 0 {
				o.must(args...)
			} else {
				e := o.outage(moment{within: within * 3 / 4, term: o.random.IntN(3) == 0}, args...)
				if told := doneLine.FindStringSubmatch(e.said); told != nil {
					n, err := strconv.Atoi(told[1])
					if err != nil {
						o.Fatal(err)
					}
					done = max(done, n)
				}
				if e.acknowledged() {
					done = 120
				}
			}
			e := o.must("sweep", "status", "g.plan", "--json")
			var status struct{ Points, Done int }
			if err := json.Unmarshal([]byte(e.said), &status); err != nil {
				o.Fatal(err)
			}
			if status.Points != 120 || status.Done < done {
				o.Fatalf("after %d cuts: %d of %d points are done, and %d were\n%s", o.cuts, status.Done, status.Points, done, o.list())
			}
			if done = status.Done; done == status.Points {
				break
			}
		}
		o.same("tables", want, collect())
	}
}

// journals cuts a sweep of 3000 points in the middle of a long run. Results that were there a few seconds before the
// cut are not lost. Nor are those of a process that was killed, once another process has counted them.
func (o *outage) journals() {
	const late = 3500 * time.Millisecond // the time between two syncs, and a busy machine
	o.must("sweep", "plan", "grid.yaml", "--out", "k.plan")
	cmd, _ := o.start("sweep", "run", "k.plan", "--workers", "1")
	o.until(func() bool { return o.results("k.plan") >= 20 })
	cmd.Process.Kill()
	cmd.Wait()
	o.must("sweep", "run", "k.plan")
	o.cut(nil, nil)
	o.cuts, o.left = o.cuts+1, o.left-1
	if n := o.results("k.plan"); n < 120 {
		o.Fatalf("of 120 points that sweep run called done, %d are left after a cut", n)
	}

	o.must("sweep", "plan", "many.yaml", "--out", "m.plan")
	for ; o.left > 0; o.left-- {
		cmd, said := o.start("sweep", "run", "m.plan", "--workers", "2")
		ended := make(chan struct{})
		go func() { cmd.Wait(); close(ended) }()
		type count struct {
			at      time.Time
			results int
		}
		before := o.results("m.plan")
		o.until(func() bool { return o.results("m.plan") > before })
		var counts []count
		length := late + 200*time.Millisecond + time.Duration(o.random.Int64N(int64(1500*time.Millisecond)))
		for begin := time.Now(); time.Since(begin) < length; { // most of the time the process is stopped, so that it takes little
			cmd.Process.Signal(syscall.SIGSTOP)
			time.Sleep(45 * time.Millisecond)
			counts = append(counts, count{time.Now(), o.results("m.plan")})
			if o.random.IntN(20) == 0 {
				o.neighbour()
			}
			cmd.Process.Signal(syscall.SIGCONT)
			time.Sleep(5 * time.Millisecond)
		}
		i := len(counts) - 1
		for i > 0 && time.Since(counts[i].at) < late {
			i--
		}
		o.cut(cmd, ended)
		o.cuts++
		left, last := o.results("m.plan"), counts[len(counts)-1].results
		if left < counts[i].results {
			o.Fatalf("after %d cuts: of %d results, %d are left, and %v earlier there were %d: %s\n%s", o.cuts, last, left, late, counts[i].results, said(), o.list())
		}
		o.Logf("of %d results, %d are left; %v before the cut there were %d", last, left, late, counts[i].results)
		var status struct{ Done int }
		if err := json.Unmarshal([]byte(o.must("sweep", "status", "m.plan", "--json").said), &status); err != nil || status.Done != left {
			o.Fatalf("after %d cuts: status says %d points, of %d: %v", o.cuts, status.Done, left, err)
		}
		if left == 3000 {
			o.clear("m.plan")
			o.must("sweep", "plan", "many.yaml", "--out", "m.plan")
		}
	}
}

// until waits for something that a process does.
func (o *outage) until(happened func() bool) {
	o.Helper()
	for begin := time.Now(); !happened(); time.Sleep(time.Millisecond) {
		if time.Since(begin) > time.Minute {
			o.Fatalf("it does not happen\n%s", o.list())
		}
	}
}

var resultLine = regexp.MustCompile(`(?m)^\{"crc32c":"[0-9a-f]{8}","result":.*\}$`)

// results returns the number of results in the journals of a sweep.
func (o *outage) results(plan string) (n int) {
	o.Helper()
	journals, err := filepath.Glob(o.path(filepath.Join(plan, "results", "*.jsonl")))
	if err != nil {
		o.Fatal(err)
	}
	for _, name := range journals {
		text, err := os.ReadFile(name)
		if err != nil {
			o.Fatal(err)
		}
		n += len(resultLine.FindAll(text, -1))
	}
	return n
}

// writer is a command that writes something in one go: all of it is there when it has
// ended; before, what stands under a final name is whole, and it can be run again.
type writer struct {
	args   []string
	output string // a file or a folder
	apart  bool   // each file appears by itself
	fresh  bool   // it does not replace what is there
}

var writers = []writer{
	{args: []string{"compare", "twins.yaml", "--out", "c", "--force"}, output: "c"},
	{args: []string{"compare", "--networks", "ifPSP,oja", "--steps", "200", "--trials", "2", "--tuning-trials", "1", "--out", "n", "--force"}, output: "n"},
	{args: []string{"reproduce", "stability", "--quick", "--out", "p", "--force"}, output: "p"},
	{args: []string{"sweep", "plan", "grid.yaml", "--out", "s.plan"}, output: "s.plan", fresh: true},
	{args: []string{"sweep", "collect", "g.plan", "--out", "tables", "--plot", "tau"}, output: "tables", apart: true},
	{args: []string{"sweep", "emit", "slurm", "g.plan", "--out", "cluster/scripts", "--point-time", "1s", "--memory", "50MB"}, output: "cluster", apart: true},
	{args: []string{"plot", "r", "--force", "--out", "pictures"}, output: "pictures"},
	{args: []string{"report", "r", "--force", "--out", "r.html"}, output: "r.html"},
	{args: []string{"explore", "--force", "--out", "explore.html"}, output: "explore.html"},
	{args: []string{"run", "other.yaml", "--out", "a/b/q", "--force"}, output: "a", apart: true},
	{args: []string{"init", "new"}, output: "new.yaml", fresh: true},
}

// writers cuts the commands that write in one go.
func (o *outage) writers() {
	o.must("run", "other.yaml", "--out", "r")
	o.must("sweep", "plan", "grid.yaml", "--out", "g.plan")
	o.must("sweep", "run", "g.plan")
	want, took := make([]map[string]string, len(writers)), make([]time.Duration, len(writers))
	for i := 0; o.left > 0; i = (i + 1) % len(writers) {
		if want[i] == nil {
			begin := time.Now()
			o.must(writers[i].args...)
			took[i], want[i] = time.Since(begin), o.tree(writers[i].output)
		}
		w, older := writers[i], o.random.IntN(2) == 0 && !writers[i].fresh
		if !older {
			o.clear(w.output)
		}
		o.syncAll()
		e := o.outage(moment{within: took[i] * 3 / 2, look: []string{w.output, w.output + "/replacing"}}, w.args...)
		switch {
		case !e.cut && e.code != 0:
			o.Fatalf("after %d cuts: %v: %v", o.cuts, w.args, e)
		case e.acknowledged() || older && !w.apart, o.has(w.output) && !w.apart:
			if lacks := contains(o.tree(w.output), want[i]); lacks != "" {
				o.Errorf("after %d cuts: %v: %v: %s\n%s", o.cuts, w.args, e, lacks, o.list())
			}
		default: // file by file
			for name, text := range o.tree(w.output) {
				if !strings.Contains(name, ".partial") && !strings.Contains(name, "/.") && text != want[i][name] {
					o.Errorf("after %d cuts: %v: %v: %s has %d bytes, want %d", o.cuts, w.args, e, name, len(text), len(want[i][name]))
				}
			}
		}
		code := 0
		if w.fresh && o.has(w.output) {
			code = 1 // it refuses
		}
		if e := o.whole(w.args...); e.code != code {
			o.Fatalf("after %d cuts: %v again: %v, want exit code %d\n%s", o.cuts, w.args, e, code, o.list())
		}
		o.same(w.output, want[i], o.tree(w.output))
		o.nothingElse(w.output)
	}
}
