package twin

import (
	"bytes"
	"context"
	"encoding/json"

	"twophase/internal/experiment"
	"twophase/internal/folder"
)

// Run runs variants side by side and returns how they compare: see
// experiment.RunTwins. The folder holds the run folders of the variants and, beside
// them, comparison.json, comparison.csv and the pictures comparison.svg and
// comparison.png.
func Run(ctx context.Context, variants []experiment.Variant, fork int, o experiment.RunOptions) (c *Comparison, err error) {
	err = experiment.RunTwins(ctx, variants, fork, o, func(t *experiment.Twins, out *folder.Folder) error {
		c = Compare(t)
		return c.write(out)
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Verify runs a complete comparison again and compares the bytes: see
// experiment.VerifyTwins.
func Verify(ctx context.Context, name string, o experiment.RunOptions) (*experiment.Verification, error) {
	return experiment.VerifyTwins(ctx, name, o, func(t *experiment.Twins, out *folder.Folder) error {
		return Compare(t).write(out)
	})
}

// write writes the comparison to its folder.
func (c *Comparison) write(out *folder.Folder) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	if err := out.Write("comparison.json", append(text, '\n')); err != nil {
		return err
	}
	table, err := c.CSV()
	if err != nil {
		return err
	}
	if err := out.Write("comparison.csv", table); err != nil {
		return err
	}
	figure := c.Figure()
	if len(figure.Panels) == 0 {
		return nil // nothing that a logarithmic axis can show
	}
	var svg, png bytes.Buffer
	if err := figure.WriteSVG(&svg); err != nil {
		return err
	}
	if err := out.Write("comparison.svg", svg.Bytes()); err != nil {
		return err
	}
	if err := figure.WritePNG(&png); err != nil {
		return err
	}
	return out.Write("comparison.png", png.Bytes())
}
