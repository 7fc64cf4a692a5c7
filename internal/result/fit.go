package result

import (
	"twophase/internal/number"
)

// Decay is an exponential fitted to observations, or the reason why there is none.
type Decay struct {
	Rate   number.Number `json:"rate"`   // per unit of Σα_t, the median of the trials fitted; null if there are none
	Error  number.Number `json:"error"`  // of the rate, from the noise
	Trials int           `json:"trials"` // number of trials with a fit
	From   int           `json:"from"`   // first and last step that were used
	To     int           `json:"to"`
	Why    string        `json:"why,omitempty"` // the reason why no rate was fitted
}
