//go:build !amd64

package kernel

var (
	forwardTile       = forwardReference
	updateTile        = updateReference
	updateForwardTile = updateForwardReference
	updateDecayTile   = updateDecayReference

	updateDecayForwardTile = updateDecayForwardReference

	scaleVector      = scaleReference
	axpyVector       = axpyReference
	rescaleVector    = rescaleReference
	copyFiniteVector = copyFiniteReference

	twoPhase      = twoPhaseReference
	combinePanels = combineReference
	addWhole      = addWholeReference
	stepTrials    = stepTrialsReference
	interleave    = interleaveReference
)
