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

	dot              = dotReference
	scaleVector      = scaleReference
	axpyVector       = axpyReference
	addSquares       = addSquaresReference
	rescaleVector    = rescaleReference
	addEach          = addEachReference
	subtractEach     = subtractEachReference
	multiplyEach     = multiplyEachReference
	divideEach       = divideEachReference
	copyFiniteVector = copyFiniteReference

	twoPhase       = twoPhaseReference
	combinePanels  = combineReference
	combineVectors = combineEach
	multiply       = multiplyReference
	combineRows    = combineRowsReference
	addWhole       = addWholeReference
	stepTrials     = stepTrialsReference
	interleave     = interleaveReference
)
