package result

import (
	"fmt"
	"io"
	"text/tabwriter"

	"twophase/internal/text/phrase"
)

// eventsShown is the largest number of lines that a summary shows of the events of the
// first trial. Successive events of one intervention are one line.
const eventsShown = 12

// writeEvents writes the interventions that took place.
func (s *Summary) writeEvents(w io.Writer) {
	first := s.Results[0]
	if len(first.Effects) == 0 {
		return
	}
	if fmt.Fprint(w, "\nInterventions"); s.Trials > 1 {
		fmt.Fprint(w, ", in the first trial")
	}
	fmt.Fprintln(w)
	if first.Happened == 0 {
		fmt.Fprintln(w, "  none took place")
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	shown := 0
	for line := 0; line < eventsShown && shown < len(first.Events); line++ {
		e := first.Events[shown]
		from, times := e.Step, 1
		for shown++; shown < len(first.Events) && first.Events[shown].Intervention == e.Intervention; shown++ {
			times, e.Step, e.Changes = times+1, first.Events[shown].Step, e.Changes+first.Events[shown].Changes
		}
		if times == 1 {
			fmt.Fprintf(table, "  after step %d\t%s\t%s\n", e.Step, e.Edit, Counted(e.Changes, "change"))
		} else {
			fmt.Fprintf(table, "  after steps %d to %d\t%s\t%d times, %s\n", from, e.Step, e.Edit, times, Counted(e.Changes, "change"))
		}
	}
	table.Flush()
	if more := first.Happened - shown; more > 0 {
		fmt.Fprintf(w, "  and %d more, all in %s\n", more, s.eventLog(0))
	}
	if s.Trials > 1 {
		all := 0
		for _, r := range s.Results {
			all += r.Happened
		}
		fmt.Fprintf(w, "  %d in all trials\n", all)
	}
}

// eventLog returns the name of the event log of a trial.
func (s *Summary) eventLog(trial int) string { return fmt.Sprintf("events-%04d.jsonl", trial) }

// Counted writes a number of things, such as "3 trials".
func Counted(n int, thing string) string {
	if n == 0 {
		return "nothing changed"
	}
	return phrase.Count(n, thing)
}
