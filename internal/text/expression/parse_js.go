package expression

// compile is for a page, which has no parser of expressions: it is larger than the simulator.
func compile(text string, _ []string) (Expression, error) {
	return Expression{}, &Error{Text: text, Column: 1, Message: "a page reads no expressions: run the experiment by twophase run"}
}
