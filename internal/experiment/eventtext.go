package experiment

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// eventsShown is how many lines a summary shows to a person of the events of the
// first trial. Those of one intervention, one after another, are one line.
const eventsShown = 12

// writeEvents writes which interventions took place.
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
			fmt.Fprintf(table, "  after step %d\t%s\t%s\n", e.Step, e.Edit, counted(e.Changes, "change"))
		} else {
			fmt.Fprintf(table, "  after steps %d to %d\t%s\t%d times, %s\n", from, e.Step, e.Edit, times, counted(e.Changes, "change"))
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

// counted writes a number of things.
func counted(n int, thing string) string {
	switch n {
	case 0:
		return "nothing changed"
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// describeInterventions writes what will be done.
func (p *Plan) describeInterventions(w io.Writer) error {
	if len(p.interventions) == 0 {
		return nil
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "\nInterventions, after the step that each names\n")
	for n, i := range p.interventions {
		fmt.Fprintf(table, "  %d\t%v\t%v\n", n+1, i.When, i.Edit)
	}
	return table.Flush()
}
