package result

import (
	"twophase/internal/number"
)

// Movement is the distance of the weights from their start, relative to their norm there.
type Movement struct {
	Feedforward number.Number `json:"feedforward"` // ‖W − W_0‖/‖W_0‖
	Lateral     number.Number `json:"lateral"`     // ‖M − M_0‖/‖M_0‖, with the scales
	Left        number.Number `json:"left"`        // ‖W‖/‖W_0‖

	Others []OtherMovement `json:"others,omitempty"` // of the other arrays of weights.npz
}

// OtherMovement is the distance of an array of weights or scales from its start, relative to
// its norm there.
type OtherMovement struct {
	Array string        `json:"array"` // its name
	Moved number.Number `json:"moved"`
}
