package sweep

import (
	"errors"
	"text/template"
)

// Kubernetes is what an indexed job needs to be told.
type Kubernetes struct {
	Tasks       Tasks
	Pilot       Pilot
	Parallelism int      // tasks at a time
	Image       string   // in which twophase is found
	Claim       string   // the volume claim that holds the sweep's folder
	Mount       string   // where it is mounted: the working directory
	Collect     []string // flags of sweep collect
}

var kubernetesJob = scriptTemplate("job.yaml", `# {{counted .Sweep.Points "point"}} in {{.Tasks}}: {{.Pilot}}.
# Plan {{.Sweep.Hash}}.
apiVersion: batch/v1
kind: Job
metadata:
  name: {{.Name}}
spec:
  completionMode: Indexed
  completions: {{.Tasks.Count}}
  parallelism: {{.Parallelism}}
  backoffLimit: {{.Retries}}
  podFailurePolicy:
    rules:
      # Told to end before it was done: run again, whatever the backoffLimit.
      - action: Ignore
        onPodConditions:
          - type: DisruptionTarget
      - action: Ignore
        onExitCodes:
          operator: In
          values: [{{.Requeue}}]
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 60
      containers:
        - name: twophase
          image: {{y .Image}}
          workingDir: {{y .Mount}}
          command: [twophase, sweep, run, {{y .Sweep.Folder}}]
          env:
            - name: {{.Shards}} # Kubernetes tells the index (JOB_COMPLETION_INDEX), not the number
              value: '{{.Tasks.Count}}'
          resources:
            requests: {cpu: '{{.Tasks.CPUs}}', memory: {{.Tasks.Memory}}M}
            limits: {cpu: '{{.Tasks.CPUs}}', memory: {{.Tasks.Memory}}M}
          volumeMounts:
            - {name: work, mountPath: {{y .Mount}}}
      volumes:
        - name: work
          persistentVolumeClaim: {claimName: {{y .Claim}}}
`)

var kubernetesCollect = scriptTemplate("collect.yaml", `# The tables of the sweep, when the job {{.Name}} is complete.
apiVersion: batch/v1
kind: Job
metadata:
  name: {{.Name}}-collect
spec:
  backoffLimit: 1
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: twophase
          image: {{y .Image}}
          workingDir: {{y .Mount}}
          command: [twophase, sweep, collect, {{y .Sweep.Folder}}{{range .Collect}}, {{y .}}{{end}}]
          resources:
            requests: {cpu: '1', memory: {{.CollectMemory}}M}
          volumeMounts:
            - {name: work, mountPath: {{y .Mount}}}
      volumes:
        - name: work
          persistentVolumeClaim: {claimName: {{y .Claim}}}
`)

var kubernetesSubmit = scriptTemplate("submit.sh", `#!/bin/sh
# Runs the job and, when it is complete, the collection.
set -eu
cd -- "$(dirname -- "$0")"
kubectl apply -f job.yaml
kubectl wait --for=condition=complete --timeout=-1s job/{{.Name}}
kubectl apply -f collect.yaml
`)

// EmitKubernetes returns the manifests that run the sweep as an indexed job.
func (s *Sweep) EmitKubernetes(o Kubernetes) ([]Script, error) {
	if o.Image == "" || o.Claim == "" || o.Mount == "" {
		return nil, errors.New("an image, a volume claim and where to mount it are needed: give --image, --claim and --mount")
	}
	if err := oneLine(append([]string{o.Image, o.Claim, o.Mount, s.Folder}, o.Collect...)...); err != nil {
		return nil, err
	}
	values := struct {
		Kubernetes
		Sweep            *Sweep
		Name, Shards     string
		Requeue, Retries int
		CollectMemory    int64
	}{o, s, s.jobName(), ShardsVariable, RequeueExit, max(6, o.Tasks.Count/10), s.collectMemory()}
	var scripts []Script
	for _, t := range []*template.Template{kubernetesJob, kubernetesCollect, kubernetesSubmit} {
		script, err := expand(t, values)
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, script)
	}
	return scripts, nil
}
