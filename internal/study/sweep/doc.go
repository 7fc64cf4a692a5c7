// Package sweep runs an experiment at many points, in many processes, on one machine
// or on a cluster.
//
//  1. A grid file says which keys of an experiment vary, and how. Load reads it into a Plan, which does not list its
//     points: a point follows from its number, so a plan of a million points takes a few kilobytes. Groups of points
//     are validated, as many as there are or a part of them. Each error has its place in the file.
//  2. A frozen plan holds the experiment, all values and the hashes of all files. Write
//     stores it in the sweep's folder with a hash of its bytes, and Open reads it. Point returns the experiment of a point.
//  3. Run runs the points of a Shard that have no result. A process claims a chunk of
//     points by locking a byte of the file claims, and runs points that learn alike in
//     lockstep. It appends each result to its journal, a line with a checksum. If it is
//     killed, it loses at most the points that it was running. If it is asked to end, these
//     leave checkpoints, from which the next process continues. A journal is synced every
//     two seconds while results come. So a power cut loses the results of these too; their
//     points are run again. A run that returns, and Status, have all that they count on the disk.
//  4. Status and Collect read all journals. A point counts once, even if several processes
//     ran it. The tables are in the order of the points, so that their bytes depend only on
//     the results.
//  5. A Fit is a plan whose points are chosen one after another by a search, from the results of those before. RunFit
//     chooses the same points again from the results that are there, and runs the others.
//  6. EmitSlurm writes scripts that run the shards on a cluster, in tasks of a size that a
//     Pilot has measured. ShardFrom, WorkersFrom and RequeueExit are the contract with the
//     scheduler.
//
// A sweep's folder:
//
//	plan.json                   {"hash": …, "plan": …}
//	claims                      empty; its bytes are locked
//	results/HOST-PID-*.jsonl    the journals
//	unfinished/RUN-TRIAL.bin    checkpoints of trials that were interrupted
//	unfinished/RUN-findings.bin what the other trials of that point have found
//	table.parquet, table.csv    a row for every trial
//	groups.parquet, groups.csv  a row for every group of points that differ in their seed only
//	plot-*.svg, plot-*.png      pictures
//	slurm/                      scripts
//
// Only execute runs points. The package may import engine, planning, experiment, document, report, tablefile and
// what lies below these.
package sweep
