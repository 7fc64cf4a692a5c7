// Package study has what all studies share: comparisons of networks and of variants, sweeps and the
// repetition of the paper.
//
//  1. A Section is tables (wording.Table) with a title, an introduction, notes and files, as text and as Markdown.
//  2. Pictures draws a picture for a folder in some formats.
//
// A study that is interrupted returns interrupt.ErrInterrupted, and says what it kept. Its progress is a
// planning.Progress.
//
// The package may import internal/measure/report and what lies below it.
package study
