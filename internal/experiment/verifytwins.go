package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"twophase/internal/folder"
)

// IsComparison reports whether a folder is that of a complete comparison of variants.
func IsComparison(name string) bool {
	_, err := twinsFolder.Read(filepath.Clean(name))
	return err == nil
}

// VerifyTwins does for a comparison what Verify does for a run: it runs the variants
// again, side by side. The Run of the result is that of the first one; report is what
// it was for RunTwins.
func VerifyTwins(ctx context.Context, name string, o RunOptions, report func(*Twins, *folder.Folder) error) (_ *Verification, err error) {
	name = filepath.Clean(name)
	defer func() {
		if err != nil {
			err = fmt.Errorf("verify %s: %w", name, err)
		}
	}()
	text, err := twinsFolder.Read(name)
	if err != nil {
		return nil, err
	}
	var m twinsManifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	o = RunOptions{Workers: o.Workers, Progress: o.Progress}.withDefaults()
	var variants []Variant
	defer func() {
		for _, v := range variants {
			v.Plan.Close()
		}
	}()
	for _, v := range m.Variants {
		p, err := twinAgain(ctx, variantFolder(name, v.Name), o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.Name, err)
		}
		variants = append(variants, Variant{v.Name, p})
	}
	parent, err := temporaryBeside(name)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(parent)
	replay := filepath.Join(parent, "replay")
	o.Out = replay
	if err := RunTwins(ctx, variants, m.ForkAt, o, report); ctx.Err() != nil {
		return nil, fmt.Errorf("%w before there was something to compare", ErrInterrupted)
	} else if err != nil {
		return nil, fmt.Errorf("the replay failed: %w", err)
	}
	found := &Verification{Run: m.Variants[0].Run, Folder: name}
	if found.Files, err = compareFiles(twinsFolder, name, replay); err != nil {
		return nil, err
	}
	for _, v := range m.Variants {
		files, err := compareFiles(runFolder, variantFolder(name, v.Name), variantFolder(replay, v.Name))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			f.Name = v.Name + "/" + f.Name
			found.Files = append(found.Files, f)
		}
	}
	return found, nil
}

// variantFolder returns the run folder of a variant, which is unfinished if a trial of
// it diverged.
func variantFolder(comparison, variant string) string {
	name := filepath.Join(comparison, variant)
	if _, err := os.Lstat(name); err != nil {
		return name + ".partial"
	}
	return name
}

// twinAgain returns the plan of a variant by its manifest. It returns an error if what
// the variant reads is another by now.
func twinAgain(ctx context.Context, name string, o RunOptions) (*Plan, error) {
	text, err := runFolder.Read(name)
	if err != nil {
		return nil, err
	}
	m, err := parseManifest(text)
	if err != nil {
		return nil, err
	}
	looked, _, err := m.again(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := looked.Close(); err != nil {
		return nil, err
	}
	return Resolve(m.Experiment) // which RunTwins makes ready
}
