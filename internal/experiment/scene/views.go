package scene

import (
	"context"
	"errors"
	"fmt"
	"os"

	"twophase/internal/experiment"
	"twophase/internal/text/document"
	"twophase/stimulus"
	"twophase/stimulus/dataset"
	"twophase/stimulus/fileformat"
)

// viewsOf returns the views that an experiment names, as they are written.
func viewsOf(s experiment.Stimulus) (views []stimulus.View, err error) {
	for _, v := range s.Views {
		if v.Value.From > v.Value.To {
			return nil, fmt.Errorf("view %s has inputs %v: give the first and the last, counted from 0", v.Name, v.Value)
		}
		views = append(views, stimulus.View{Name: v.Name, From: v.Value.From, Inputs: v.Value.Len()})
	}
	return views, nil
}

// tiles returns an error unless views, if there are any, have all inputs of stimuli, one
// after another.
func tiles(views []stimulus.View, inputs int) error {
	at := 0
	for _, v := range views {
		switch {
		case v.From != at:
			return fmt.Errorf("view %s begins at input %d, and %d is the next one: views have all inputs, one after another", v.Name, v.From, at)
		case v.From+v.Inputs > inputs:
			return fmt.Errorf("view %s is missing: it has inputs %d-%d, and the stimuli have inputs 0-%d", v.Name, v.From, v.From+v.Inputs-1, inputs-1)
		}
		at += v.Inputs
	}
	if len(views) > 0 && at < inputs {
		return fmt.Errorf("inputs %d-%d belong to no view: views have all inputs, one after another", at, inputs-1)
	}
	return nil
}

// openData opens the file of stimuli, or those of the views, and says where views begin.
func openData(ctx context.Context, s experiment.Stimulus) (data *dataset.Joined, views []stimulus.View, err error) {
	if s.Files == nil {
		layout := s.Layout()
		at := 0
		for _, v := range s.Views {
			layout.Views = append(layout.Views, fileformat.Columns{View: v.Name, From: v.Value.From, To: v.Value.To})
			views = append(views, stimulus.View{Name: v.Name, From: at, Inputs: v.Value.Len()})
			at += v.Value.Len()
		}
		d, err := dataset.Open(ctx, s.File, os.TempDir(), layout)
		switch {
		case err == nil:
		case errors.Is(err, fileformat.ErrColumns):
			return nil, nil, document.Blame(err, "stimulus.views", "stimulus.columns", "stimulus.skip_columns")
		case errors.Is(err, fileformat.ErrDelimiter):
			return nil, nil, document.Blame(err, "stimulus.delimiter")
		default:
			return nil, nil, err
		}
		return dataset.Join(d), views, nil
	}
	var parts []*dataset.Dataset
	at := 0
	for _, f := range s.Files {
		d, err := dataset.Open(ctx, f.Value, os.TempDir(), s.Layout())
		if err != nil {
			dataset.Join(parts...).Close()
			return nil, nil, document.Blame(fmt.Errorf("view %s is missing: %w", f.Name, err), "stimulus.files."+f.Name, "stimulus.files")
		}
		parts = append(parts, d)
		views = append(views, stimulus.View{Name: f.Name, From: at, Inputs: d.Inputs()})
		at += d.Inputs()
	}
	return dataset.Join(parts...), views, nil
}
