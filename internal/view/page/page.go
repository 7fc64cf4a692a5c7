// Package page is the page of the inspector: HTML, style and JavaScript modules, without
// a build step and without anything from elsewhere.
//
//	index.html   loads style.css and main.js, and nothing else
//	main.js      reads the run and keeps the panels in step; layout.js says where they are
//	data.js      the only place that data comes from: the server, or the report
//	state.js     what is looked at: step, element, theme; kept in the address
//	shown.js     the weights of a step, in circuit.js or matrices.js; scrubber.js: time
//	phases.js    the schedule, phase by phase; overlay.js: what the circuit shows of it
//	trace.js     the selected element; meaning.js: what its number means, parts.js: why it moved
//	curves.js    error, pruning, health; table.js: the lateral synapses; plot.js, scale.js: plots
//	keys.js      the keyboard; live.js, theme.js, colour.js, number.js, element.js, dom.js: small things
//
// Files serves them as they are. Report makes one file of them that needs no server.
//
// The modules are written so that Report can join them: an import stands on one line,
// by names and from ./; an export is in front of what it exports.
package page

import "embed"

// Files holds the page, with index.html on top.
//
//go:embed *.html *.css *.js
var Files embed.FS
