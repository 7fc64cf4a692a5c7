package sweep

import (
	"context"
	"os/exec"
	"regexp"
	"strconv"
	"text/template"
)

// DefaultMaxArraySize is the default of Slurm.
const DefaultMaxArraySize = 1001

// MaxArraySize returns the largest number of tasks of an array on this cluster, and whether
// Slurm gave it.
func MaxArraySize(ctx context.Context) (int, bool) {
	text, err := exec.CommandContext(ctx, "scontrol", "show", "config").Output()
	if err != nil {
		return 0, false
	}
	found := regexp.MustCompile(`(?m)^MaxArraySize\s*=\s*(\d+)`).FindSubmatch(text)
	if found == nil {
		return 0, false
	}
	n, err := strconv.Atoi(string(found[1]))
	return n, err == nil && n > 0
}

// Slurm has the parameters of an array of Slurm jobs.
type Slurm struct {
	Tasks   Tasks
	Pilot   Pilot
	Program string   // the executable, as the nodes find it
	Dir     string   // the working directory, for relative names
	Scripts string   // the folder of the scripts and the logs
	Options []string // further options of sbatch, such as --partition=long
	Collect []string // flags of sweep collect
}

var slurmArray = scriptTemplate("array.sbatch", `#!/bin/bash
# {{counted .Sweep.Points "point"}} in {{.Tasks}}: {{.Pilot}}.
# Plan {{.Sweep.Hash}}. Submit it, and the collection after it, by submit.sh.
#
# A task that Slurm ends keeps what it has done and ends with the exit code 99.
# Slurm runs it again if slurm.conf has RequeueExit=99, and after scontrol requeue or
# a preemption in any case. To submit the array again does no harm: it goes on with
# the points that are missing.
#SBATCH --job-name={{.Name}}
#SBATCH --array=0-{{.Last}}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={{.Tasks.CPUs}}
#SBATCH --time={{clock .Tasks.Time}}
#SBATCH --mem={{.Tasks.Memory}}M
#SBATCH --chdir={{o .Dir}}
#SBATCH --output={{o .Scripts}}/%A_%a.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:TERM@60
{{range .Options}}#SBATCH {{.}}
{{end}}
exec {{q .Program}} sweep run {{q .Sweep.Folder}} --shard "$SLURM_ARRAY_TASK_ID/{{.Tasks.Count}}"
`)

var slurmCollect = scriptTemplate("collect.sbatch", `#!/bin/bash
# The tables of the sweep, when array.sbatch is through.
#SBATCH --job-name={{.Name}}-collect
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --time=01:00:00
#SBATCH --mem={{.CollectMemory}}M
#SBATCH --chdir={{o .Dir}}
#SBATCH --output={{o .Scripts}}/collect_%j.log
{{range .Options}}#SBATCH {{.}}
{{end}}
exec {{q .Program}} sweep collect {{q .Sweep.Folder}}{{range .Collect}} {{q .}}{{end}}
`)

var slurmSubmit = scriptTemplate("submit.sh", `#!/bin/sh
# Submits the array and, for when all its tasks are through, the collection. Prints
# the numbers of both jobs. The collection says so if points are missing; it does not
# depend on the exit codes (afterok), for Slurm counts those of tasks that it has run
# again since.
set -eu
cd -- "$(dirname -- "$0")"
array=$(sbatch --parsable array.sbatch)
array=${array%%;*}
collect=$(sbatch --parsable --dependency="afterany:$array" collect.sbatch)
echo "array $array"
echo "collect ${collect%%;*}"
`)

// EmitSlurm returns the scripts that run the sweep as an array of Slurm jobs.
func (s *Sweep) EmitSlurm(o Slurm) ([]Script, error) {
	if err := oneLine(append([]string{o.Program, o.Dir, o.Scripts, s.Folder}, append(o.Options, o.Collect...)...)...); err != nil {
		return nil, err
	}
	values := struct {
		Slurm
		Sweep         *Sweep
		Name          string
		Last          int
		CollectMemory int64
	}{o, s, s.jobName(), o.Tasks.Count - 1, s.collectMemory()}
	var scripts []Script
	for _, t := range []*template.Template{slurmArray, slurmCollect, slurmSubmit} {
		script, err := expand(t, values)
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, script)
	}
	return scripts, nil
}

// collectMemory returns the memory that a collection needs, in megabytes.
func (s *Sweep) collectMemory() int64 { return memoryLeast + int64(s.Points)*64/1e6 }
