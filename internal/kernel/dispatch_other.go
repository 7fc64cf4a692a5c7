//go:build !amd64

package kernel

const haveAssembly, haveWide, haveLong = false, false, false

func wideIsFaster() bool { return false }

func isAMD() bool { return false }

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
