package inspect

import (
	"io"
	"strconv"

	"twophase/internal/text/wording"
)

// WriteCSV writes a line for each synapse, by rank. A value that is not defined is empty.
func (r *Report) WriteCSV(w io.Writer) error {
	table := wording.Table{Header: []string{"rank", "rank_by_peak", "synapse", "post", "pre", "state", "birth", "peak", "peak_step", "final", "threshold", "noise",
		"half_life", "r2", "below_since", "below", "resurrections", "lesioned_at", "records"}}
	whole := func(v int64) string { return strconv.FormatInt(v, 10) }
	maybe := func(v *int64) string {
		if v == nil {
			return ""
		}
		return whole(*v)
	}
	measured := func(v wording.Number) string {
		if !v.Finite() {
			return ""
		}
		return wording.Format(float64(v))
	}
	for _, s := range r.Pruning.Synapses {
		table.Add(strconv.Itoa(s.Rank), strconv.Itoa(s.RankByPeak), s.Synapse, strconv.Itoa(s.Post), strconv.Itoa(s.Pre), string(s.State),
			maybe(s.Birth), measured(s.Peak), whole(s.PeakStep), measured(s.Final), measured(s.Threshold), measured(s.Noise),
			measured(s.HalfLife), measured(s.Decay.R2), maybe(s.BelowSince), whole(s.Below), strconv.Itoa(s.Resurrections), maybe(s.LesionedAt), strconv.Itoa(s.Records))
	}
	_, err := w.Write(table.CSV())
	return err
}
