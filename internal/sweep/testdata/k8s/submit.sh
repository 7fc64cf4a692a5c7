#!/bin/sh
# Runs the job and, when it is complete, the collection.
set -eu
cd -- "$(dirname -- "$0")"
kubectl apply -f job.yaml
kubectl wait --for=condition=complete --timeout=-1s job/it-s
kubectl apply -f collect.yaml
