package metamorphic

import (
	"fmt"
	"strings"
)

// Case is a list and what to compare with its plain execution.
type Case struct {
	List       List
	Executions []Execution
}

// String returns the case as text, which parseCase reads.
func (c Case) String() string {
	text := c.List.String()
	for _, e := range c.Executions {
		text += e.String()
	}
	return text
}

// GoString implements fmt.GoStringer, for what rapid says of its draws.
func (c Case) GoString() string { return "printed below" }

// parseCase reads a case.
func parseCase(text string) (c Case, err error) {
	err = readLines(text, func(word string, rest []byte) error {
		switch word {
		case "circuits":
			return strict(rest, &c.List.Circuits)
		case "execution":
			var e Execution
			err := strict(rest, &e)
			c.Executions = append(c.Executions, e)
			return err
		}
		op, err := parseOp(word, rest)
		c.List.Ops = append(c.List.Ops, op)
		return err
	})
	return c, err
}

// check returns an error unless all executions of the list leave what the plain one
// does.
func (c Case) check(m *tester) error {
	run := func(how Execution) (History, error) {
		m.tally["executions"]++
		folder, remove, err := m.folder()
		if err != nil {
			return nil, err
		}
		defer remove()
		a, err := m.ask(how.Kernel, request{List: &c.List, How: how, Folder: folder})
		if err == nil && a.Error != "" {
			err = fmt.Errorf("%s", a.Error)
		}
		return a.History, err
	}
	m.tally["lists"]++
	for _, op := range c.List.Ops {
		m.tally["operations "+op.Do]++
	}
	plain, err := run(Execution{})
	if err != nil {
		return fmt.Errorf("the plain execution: %w", err)
	}
	for _, how := range c.Executions {
		h, err := run(how)
		if err == nil {
			err = plain.compare(h, c.List)
		}
		if err == nil {
			continue
		}
		err = fmt.Errorf("%s%w", how, err)
		// With a look after every operation they may part sooner.
		often := how
		often.LookOften = true
		if a, failed := run(Execution{LookOften: true}); failed == nil {
			if b, failed := run(often); failed == nil {
				if sooner := a.compare(b, c.List); sooner != nil {
					err = fmt.Errorf("%w\nwith a look after every operation, %s", err, strings.TrimPrefix(sooner.Error(), "the histories "))
				}
			}
		}
		return err
	}
	return nil
}
