// Package sweep runs an experiment at many points, in many processes, on one machine
// or on a cluster.
//
//  1. A grid (Load) says which keys of an experiment vary, and how. Each error has its
//     place in the file.
//  2. A Plan is a grid that has been frozen: the experiment, all values, the hashes of
//     all files. It stands in a folder (Write, Open) with a hash of its bytes. Its
//     points are not listed: a point is found from its number, so that a plan of a
//     million points is a few kilobytes.
//  3. Run runs the points of a Shard that have no result. A process takes a chunk of
//     points at a time, by locking a byte of the file claims, and runs those that
//     learn alike side by side. It appends each result to a journal of its own, a
//     line with a checksum. Whatever happens to it, no more is lost than the points
//     that it was running; if it is told to end, these leave checkpoints, from which
//     the next process goes on.
//  4. Status and Collect read all journals. A point counts once, whoever ran it and how
//     often. The tables are in the order of the points, so that their bytes depend on
//     nothing but the results.
//  5. EmitSlurm and EmitKubernetes write what runs the shards on a cluster, in tasks of
//     a size that a Pilot has measured. The contract is ShardFrom, WorkersFrom and
//     RequeueExit.
//
// A sweep's folder:
//
//	plan.json                   {"hash": …, "plan": …}
//	claims                      empty; its bytes are locked
//	results/HOST-PID-*.jsonl    the journals
//	unfinished/RUN-TRIAL.bin    checkpoints of trials that were interrupted
//	table.parquet, table.csv    a row for every trial
//	groups.parquet, groups.csv  a row for every group of points that differ in their seed only
//	plot-*.svg, plot-*.png      pictures
//	slurm/, k8s/                scripts
//
// A point is run in execute, and nowhere else.
package sweep
