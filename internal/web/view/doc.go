// Package view is the inspector: an HTTP server on the loopback interface that shows a
// run, or the runs of a folder, to its user in a browser, without any other network.
//
//  1. A Source answers what is asked of one run: Run, Trial, Series, Snapshot and Step, each a type with the names of
//     its fields in JSON. What it cannot answer is a Refusal. Open returns the Source of a run folder, Recorded, which is
//     not trusted: every reader of it is bounded, and links are not followed. NewLive returns that of a run that goes on,
//     Live, which watches it and remembers some of its steps. Once the run is over, its folder answers. OpenCollection
//     lists the run folders below a folder, and has a Source of each.
//  2. Listen takes a port of 127.0.0.1 and draws a token, which is the first part of
//     every path: see Server.URL.
//  3. A guard refuses every request that is not a GET or HEAD with that token and with the Host
//     and the Origin of the server. It sets the headers that isolate the page.
//  4. The other requests are for an asset of the page, from a list that was read at the start, or
//     for the API below, of which only some run at a time.
//  5. TakeDigest takes what a report holds of a Source, in a size that can be mailed.
//
// The client never names a file. It names numbers, elements such as scale[1], and
// twins and runs, which are looked up in lists.
//
// The page is an fs.FS with an index.html, given to Listen: internal/web/page. All its
// links are relative, such as api/run, for the token stands before them. Beside it is explore.html, the page in which
// the experiment of a run learns (package explore), for a frame in the page or a window of its own.
//
// # API
//
// All under /TOKEN/api/. Every answer is JSON, an error {"error": text} with a status of
// 4xx or 5xx. Numbers that are not finite are null. The types Run, Trial, Series,
// Snapshot, Step and Progress say what each holds.
//
//	runs                         of a folder; the list is null if there is one run
//	run
//	trial?trial=0                {…, "pending": true} until its pruning is found: ask again
//	series?trial=0&element=scale[1]&from=0&to=100000&points=2000&columns=weight,pre
//	snapshot?trial=0&step=5000
//	step?trial=0&step=5000       202 {"progress": 0.4} until it is found, then 200
//	live                         Server-Sent Events "progress" and "done"; 404 unless live
//
// All but live and runs, and explore.html, take twin=NAME, a name of Run.Twins, and answer for that run. Of a folder
// they need run=NAME, a name of the list. A parameter
// that is left out is trial 0, from the first step, to the last, 2000 points, all columns; step 1 of
// step. A parameter that is not known, or given twice, is an error.
//
// A server answers some heavy requests and some streams at a time. Further requests wait for ten
// seconds, further streams do not wait, and then get 503 with Retry-After.
//
// A small circuit is sent as it is, a large one as Blocks; matrices of
// a step are left out then. Steps are replayed one at a time, for the latest request.
//
// While a run is live, run is 503 before its first step, series and snapshot know some two
// thousand steps, evenly spaced and log-spaced, step is 409, and pruning, theory, measures, parts of
// changes and twins are null or none. After the run everything comes from its folder.
//
// The package may import internal/run/engine, internal/traces/pruning, internal/traces/trace, internal/web/explore,
// internal/web/simulator and what lies below these.
package view
