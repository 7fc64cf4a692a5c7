// Package report draws pictures of runs, sweeps and comparisons.
//
//  1. A picture is plain data: Panels, which is every line chart, Dots, Heatmap, Matrices or Fields.
//  2. It is drawn on a canvas of its size (Picture).
//  3. WriteSVG, WritePNG and WritePDF write it. SVG and PNG have the same bytes every time.
//
// The package may import internal/numerics/quantile only.
package report
