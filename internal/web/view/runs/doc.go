// Package runs has the runs that the page shows, and all that it may ask of them.
//
//  1. A Source answers what is asked of one run: Run, Trial, Series, Snapshot and Step, each a type with the names of
//     its fields in JSON. What it cannot answer is a Refusal.
//  2. Open returns the Source of a run folder, Recorded. The folder is not trusted: every reader of it is bounded, and
//     links are not followed.
//  3. NewLive returns the Source of a run that goes on, Live, which watches it and remembers some of its steps. Once the
//     run is over, its folder answers.
//  4. OpenCollection lists the run folders below a folder, and has a Source of each.
//  5. TakeDigest takes what a report holds of a Source, in a size that can be mailed.
//
// The package may import internal/run/engine, internal/traces/pruning, internal/traces/trace, internal/web/graph and what lies below these.
package runs
