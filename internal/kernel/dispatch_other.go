//go:build !amd64

package kernel

const haveAssembly = false

var (
	forwardTile       = forwardReference
	updateTile        = updateReference
	updateForwardTile = updateForwardReference
	updateDecayTile   = updateDecayReference

	scaleVector      = scaleReference
	axpyVector       = axpyReference
	rescaleVector    = rescaleReference
	copyFiniteVector = copyFiniteReference

	twoPhase      = twoPhaseReference
	combinePanels = combineReference
	stepTrials    = stepTrialsReference
	interleave    = interleaveReference
)
