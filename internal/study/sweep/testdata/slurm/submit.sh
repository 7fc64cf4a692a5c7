#!/bin/sh
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
