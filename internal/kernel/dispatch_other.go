//go:build !amd64

package kernel

const haveAssembly, haveWide = false, false

func wideIsFaster() bool { return false }

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
	stepTrials    = stepTrialsReference
	interleave    = interleaveReference
)
