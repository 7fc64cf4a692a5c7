import {html} from './dom.js';
import {firstOf, firstSynapse, isAmong, isFed, nameOf, neighbour, parseElement} from './element.js';
import {set, state} from './state.js';

// The keyboard. Everything that a pointer can do, a key can do.

const shortcuts = [
	['space', 'play, pause'],
	['← →', 'earlier, later; with Shift one step'],
	['Home End', 'first step, last step'],
	['l', 'logarithmic or linear time'],
	['arrows', 'in the circuit: to the neighbouring synapse (← → presynaptic, ↑ ↓ postsynaptic)'],
	['c', 'to the circuit'],
	['w m y', 'to the synapses of the inputs, the lateral ones (or the scales), the outputs'],
	['g', 'name an element to go to'],
	['a', 'pin the selected element, whose trace then stays in the plot, or unpin it; so does a click with Shift'],
	['+ − 0', 'zoom the plots in, out, whole run'],
	['n p', 'next phase, previous phase'],
	['Esc', 'leave the phases, close this'],
	['t', 'talk: the circuit and one plot alone, for a projector; o for another plot'],
	['d', 'light, dark, or as the system has it'],
	['v f', 'keep what is looked at as a file; open such a file'],
	['?', 'this list'],
];

// helpDialog returns a list of shortcuts, those of the inspector unless others are given.
export function helpDialog(list = shortcuts) {
	const dialog = html('dialog', {id: 'help', 'aria-labelledby': 'help-title'}, html('h2', {id: 'help-title'}, 'Keys'),
		html('dl', {}, list.map(([keys, what]) => html('div', {}, html('dt', {}, keys.split(' ').map((k) => html('kbd', {}, k))), html('dd', {}, what)))),
		html('form', {method: 'dialog'}, html('button', {}, 'close')));
	return dialog;
}

// moveSelection moves the selection by rows and columns.
function moveSelection(run, rows, columns) {
	try {
		set({element: nameOf(neighbour(parseElement(state.element, run), rows, columns, run))});
	} catch { // nothing is selected
		set({element: firstSynapse(run)});
	}
}

const arrows = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

// circuitKeys lets the arrow keys move the selection while the circuit has the focus.
export function circuitKeys(node, run) {
	node.addEventListener('keydown', (event) => {
		const by = arrows[event.key];
		if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
		event.preventDefault();
		event.stopPropagation();
		moveSelection(run, ...by);
	});
}

// globalKeys connects the shortcuts.
export function globalKeys(run, {scrubber, trace, phases, focusCircuit, theme, talk, nextPlot, keep, reopen, help}, signal) {
	// go selects the first element of the first part that is of a kind, or else of the next kind.
	const go = (...kinds) => () => {
		const part = kinds.map((is) => run.graph?.parts.find(is)).find(Boolean), element = part && firstOf(run, part.kind);
		if (element) set({element});
	};
	const actions = {
		' ': () => scrubber.toggle(),
		Home: () => scrubber.go(scrubber.first()),
		End: () => scrubber.go(scrubber.last()),
		l: () => set({time: state.time === 'log' ? 'linear' : 'log'}),
		c: focusCircuit,
		w: go((p) => isFed(run, p)), m: go(isAmong, (p) => p.class === 'scales'), y: go((p) => p.kind === run.graph.output),
		g: () => trace.focusName(), a: () => trace.pin(),
		'+': () => trace.magnify(0.5), '=': () => trace.magnify(0.5), '-': () => trace.magnify(2), '−': () => trace.magnify(2), 0: () => set({zoom: null}),
		n: () => phases.move(1), p: () => phases.move(-1),
		Escape: () => set({phase: null, talk: null}),
		t: talk, o: nextPlot, d: theme, v: keep, f: reopen,
		'?': () => help.showModal(),
	};
	document.addEventListener('keydown', (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
		if (state.tab === 'play' && event.key !== 'd') return; // nothing else of the inspector is seen
		const at = event.target;
		const typing = at.matches?.('input:not([type=range]), select, textarea');
		if (event.key === 'Escape' && typing) return at.blur();
		if (typing || (event.key === ' ' && at.matches?.('button'))) return;
		if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
			const by = event.key === 'ArrowLeft' ? -1 : 1;
			scrubber.nudge(by, event.shiftKey);
		} else if (actions[event.key]) {
			actions[event.key]();
		} else {
			return;
		}
		event.preventDefault();
	}, {signal});
}
