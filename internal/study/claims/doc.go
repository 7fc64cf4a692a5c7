// Command claims tests published claims by experiments. The makefile calls it; the command twophase does not have it.
//
//  1. A claim is a YAML file: what is claimed and where, an experiment with variants, conditions under which it is run, and
//     what is then expected of a measure.
//  2. Each condition is a comparison of twins. An expectation is tested by the interval of a median over the trials: it holds
//     if all of the interval is on the right side of the bound, fails if all is on the wrong side, and else is undecided.
//  3. The verdict on a claim says under which conditions it holds. Nothing of it stands in the file.
//
// claims FILE.yaml ... prints what it finds. With -docs DIR it prints Markdown, and writes pictures there.
//
// It may import study, twin, engine, planning, experiment, document, result, report and what lies below these.
package main
