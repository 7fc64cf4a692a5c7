package scene

import (
	"context"
	"fmt"
	"io"

	"twophase/internal/experiment"
	"twophase/stimulus/dataset"
	"twophase/stimulus/fileformat"
)

// ReadMatrix reads a matrix [rows×columns], row-major, from a file of any format that stimuli
// come in, with the SHA-256 of the file as it was read. mostRows returns, for a number of
// columns, the largest number of rows and the reason for it, or an error if the columns are
// wrong.
func ReadMatrix(ctx context.Context, path string, mostRows func(columns int) (most int, why string, err error)) (matrix []float64, columns int, file experiment.InputFile, err error) {
	data, err := dataset.Open(ctx, path, "", fileformat.Layout{})
	if err != nil {
		return nil, 0, file, err
	}
	defer data.Close()
	columns = data.Inputs()
	most, why, err := mostRows(columns)
	if err != nil {
		return nil, 0, file, err
	}
	source, row := data.InOrder(1), make([]float64, columns)
	for err = source.Next(row); err == nil; err = source.Next(row) {
		if len(matrix) == most*columns {
			return nil, 0, file, fmt.Errorf("%s has more than %d rows, and %s", path, most, why)
		}
		matrix = append(matrix, row...)
	}
	if err != io.EOF {
		return nil, 0, file, err
	}
	found, err := data.Survey(ctx, dataset.SurveyOptions{}) // of the same bytes
	if err != nil {
		return nil, 0, file, err
	}
	return matrix, columns, experiment.InputFile{Path: path, SHA256: found.SHA256}, nil
}
