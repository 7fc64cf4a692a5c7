package twin

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"twophase/internal/files/folder"
	"twophase/internal/measure/report"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/study"
	"twophase/internal/traces/result"
)

// comparisonFile is the file of a comparison that is read as data.
const comparisonFile = "comparison.json"

// Run runs variants side by side and returns their comparison: see engine.RunTwins. The folder has
// the run folders of the variants, comparison.json, the tables and the pictures comparison.svg
// and comparison.png in some layout.
func Run(ctx context.Context, variants []engine.Variant, fork int, o planning.RunOptions, layout report.Layout) (c *Comparison, err error) {
	if err := engine.RunTwins(ctx, variants, fork, o, layout, reporter(&c)); err != nil {
		return nil, err
	}
	return c, nil
}

// Resume continues a comparison that was interrupted or killed: see engine.ResumeTwins.
func Resume(ctx context.Context, name string, o planning.RunOptions) (c *Comparison, err error) {
	if err := engine.ResumeTwins(ctx, name, o, reporter(&c)); err != nil {
		return nil, err
	}
	return c, nil
}

// reporter returns what writes a comparison to its folder, and to c.
func reporter(c **Comparison) engine.TwinsReport {
	return func(t *engine.Twins, out *folder.Folder, layout report.Layout) error {
		*c = Compare(t)
		(*c).Layout = layout
		return (*c).write(out)
	}
}

// Verify runs a complete comparison again and compares the bytes: see
// engine.VerifyTwins.
func Verify(ctx context.Context, name string, o planning.RunOptions) (*engine.Verification, error) {
	var c *Comparison
	return engine.VerifyTwins(ctx, name, o, layoutOf(name), reporter(&c))
}

// layoutOf returns the layout of the pictures of a comparison, the zero one if its file does not say it.
// The file is compared like the others.
func layoutOf(name string) report.Layout {
	var c struct{ Layout report.Layout }
	text, err := os.ReadFile(filepath.Join(folder.Named(name), comparisonFile))
	if err != nil || json.Unmarshal(text, &c) != nil || c.Layout.Check() != nil {
		return report.Layout{}
	}
	return c.Layout
}

// write writes the comparison to its folder.
func (c *Comparison) write(out *folder.Folder) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	if err := out.Write(comparisonFile, append(text, '\n')); err != nil {
		return err
	}
	for _, f := range []study.File{
		{Name: result.ComparisonMedians, Content: c.medianTable().CSV()},
		{Name: result.ComparisonTrials, Content: c.trialsTable().CSV()},
		{Name: result.ComparisonCurve, Content: c.curveTable().CSV()},
	} {
		if err := out.Write(f.Name, f.Content); err != nil {
			return err
		}
	}
	drawn := c.Figure(report.AutoTime)
	if len(drawn.Panels) == 0 {
		return nil // nothing was measured along the runs
	}
	pictures, err := study.Pictures("comparison", c.Layout.In(drawn), "svg", "png")
	for _, p := range pictures {
		err = errors.Join(err, out.Write(p.Name, p.Content))
	}
	return err
}
