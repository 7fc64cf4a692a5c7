package sweep

import (
	"math"

	"twophase/internal/files/tablefile"
)

// fieldOf returns the column of a key that varies: whole numbers, numbers or texts.
func fieldOf(c VariedKey) tablefile.Field {
	f := tablefile.Field{Name: c.Key, Kind: tablefile.Integer}
	for i := range c.Len() {
		v := c.Value(i)
		if v == "" {
			continue
		}
		n, ok := v.Number()
		if !ok {
			f.Kind = tablefile.Text
			break
		}
		if n != math.Trunc(n) || math.Abs(n) > 1<<53 {
			f.Kind = tablefile.Number
		}
	}
	return f
}

// cellOf returns the value of a key in a row.
func cellOf(f tablefile.Field, v Value) any {
	if v == "" {
		return nil
	}
	n, _ := v.Number()
	switch f.Kind {
	case tablefile.Integer:
		return int(n)
	case tablefile.Number:
		return n
	}
	return v.String()
}
